/** How many requests an organization may make in an hour: fixed by its plan, and by the operator on enterprise. */
import { fatal } from '#fatal.ts'
import { type Plan, requestsPerHour, unlimited } from '#resources/organizations/plans.ts'

export const requestLimitOption = {
  value: '<number>',
  summary: 'Only with enterprise: the limit of each key. No limit when left out',
} as const

export function readRequestLimit(plan: Plan, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (plan !== 'enterprise') {
    throw fatal(`--requests-per-hour is for the enterprise plan; ${plan} has ${describeLimit(limitOf(plan, null))}.`)
  }
  const limit = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > unlimited) throw fatal('--requests-per-hour must be a whole number from 1 to 1000000000.')
  return limit
}

/** Null where there is no limit. */
export function limitOf(plan: Plan, own: number | null): number | null {
  const limit = requestsPerHour(plan, own)
  return limit >= unlimited ? null : limit
}

export const describeLimit = (limit: number | null): string =>
  limit === null ? 'no limit on requests' : `${limit.toLocaleString('en')} requests an hour for each key`
