/** The limits of an organization: fixed by its plan, or set by the operator on enterprise. */
import { fatal } from '#core/fatal.ts'
import { type Limits, limitOf, type OwnLimits, type Plan, unlimited } from '#resources/account/organizations/plans.ts'
import type { Given } from '../option.ts'

const limitOption = (what: string) =>
  ({ value: '<number>', summary: `Enterprise only: ${what}. No limit when left out` }) as const

export const limitOptions = {
  'requests-per-hour': limitOption('requests per hour for each key'),
  'sends-per-hour': limitOption('messages per hour'),
  'sends-per-day': limitOption('messages per day'),
  'sends-per-month': limitOption('messages per month, which also sets the monthly credit grant'),
}

const optionOf = {
  requestsPerHour: 'requests-per-hour',
  sendsPerHour: 'sends-per-hour',
  sendsPerDay: 'sends-per-day',
  sendsPerMonth: 'sends-per-month',
} as const satisfies Record<keyof Limits, keyof typeof limitOptions>

// `as`: the keys of an object literal.
const limitNames = Object.keys(optionOf) as (keyof Limits)[]

/** The limits that were given as options. */
export function readLimits(plan: Plan, given: Given<typeof limitOptions>): Partial<Limits> {
  const own: Partial<Limits> = {}
  for (const name of limitNames) {
    const text = given[optionOf[name]]
    if (text !== undefined) own[name] = readLimit(name, plan, text)
  }
  return own
}

function readLimit(name: keyof Limits, plan: Plan, text: string): number {
  const option = optionOf[name]
  if (plan !== 'enterprise') {
    const fixed = limitOf(name, plan, null).toLocaleString('en')
    throw fatal(`--${option} is for the enterprise plan; ${plan} has ${fixed}.`)
  }
  const limit = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > unlimited) throw fatal(`--${option} must be a whole number from 1 to 1000000000.`)
  return limit
}

/** Null means no limit. */
export function limitsOf(plan: Plan, own: Partial<OwnLimits>): OwnLimits {
  const limits = limitNames.map(name => [name, limitOf(name, plan, own[name] ?? null)] as const)
  // `as`: there is one entry for each name.
  return Object.fromEntries(limits.map(([name, limit]) => [name, limit >= unlimited ? null : limit])) as OwnLimits
}

export const limitsToJson = (limits: OwnLimits) => ({
  requests_per_hour: limits.requestsPerHour,
  sends_per_hour: limits.sendsPerHour,
  sends_per_day: limits.sendsPerDay,
  sends_per_month: limits.sendsPerMonth,
})

/** In two sentences. */
export function describeLimits({ requestsPerHour, sendsPerHour, sendsPerDay, sendsPerMonth }: OwnLimits): string {
  const requests =
    requestsPerHour === null ? 'no limit on requests' : `${shown(requestsPerHour)} requests per hour for each key`
  const sends = [
    ...(sendsPerHour === null ? [] : [`${shown(sendsPerHour)} per hour`]),
    ...(sendsPerDay === null ? [] : [`${shown(sendsPerDay)} per day`]),
    ...(sendsPerMonth === null ? [] : [`${shown(sendsPerMonth)} per month`]),
  ]
  return `${requests}. Messages: ${sends.length === 0 ? 'no limit' : sends.join(', ')}.`
}

const shown = (limit: number): string => limit.toLocaleString('en')
