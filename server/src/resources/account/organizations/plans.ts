/** What each plan allows. api.md fixes the requests, contract.md the sending quotas. */
export const planNames = ['free', 'starter', 'pro', 'enterprise'] as const
export type Plan = (typeof planNames)[number]

/** Stands for no limit, because limits are always numbers in the API. */
export const unlimited = 1_000_000_000

export type Limits = { requestsPerHour: number; sendsPerHour: number; sendsPerDay: number; sendsPerMonth: number }

const plans: Record<Plan, Limits> = {
  free: { requestsPerHour: 100, sendsPerHour: 100, sendsPerDay: 100, sendsPerMonth: 3_000 },
  starter: { requestsPerHour: 1_000, sendsPerHour: 1_000, sendsPerDay: 5_000, sendsPerMonth: 50_000 },
  pro: { requestsPerHour: 10_000, sendsPerHour: 10_000, sendsPerDay: 50_000, sendsPerMonth: 500_000 },
  enterprise: {
    requestsPerHour: unlimited,
    sendsPerHour: unlimited,
    sendsPerDay: unlimited,
    sendsPerMonth: unlimited,
  },
}

export const isPaid = (plan: Plan): boolean => plan !== 'free'

/** The limits of an organization on Enterprise; null means no limit. */
export type OwnLimits = { [Name in keyof Limits]: number | null }

export const noLimits: OwnLimits = { requestsPerHour: null, sendsPerHour: null, sendsPerDay: null, sendsPerMonth: null }

/** Only Enterprise limits are set per organization. */
export const limitOf = (name: keyof Limits, plan: Plan, own: number | null): number =>
  plan === 'enterprise' ? (own ?? unlimited) : plans[plan][name]

type SendLimits = Omit<OwnLimits, 'requestsPerHour'>

/** Whether it can run out of messages and of the credits granted for them. */
export const isLimited = (plan: Plan, own: SendLimits): boolean =>
  (['sendsPerHour', 'sendsPerDay', 'sendsPerMonth'] as const).some(name => limitOf(name, plan, own[name]) < unlimited)
