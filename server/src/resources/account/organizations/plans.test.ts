import { expect, test } from 'vitest'
import { isLimited, type Plan } from './plans.ts'

const none = { sendsPerHour: null, sendsPerDay: null, sendsPerMonth: null }

test.each<[plan: Plan, own: typeof none | object, limited: boolean]>([
  ['free', none, true],
  ['pro', none, true],
  ['enterprise', none, false],
  ['enterprise', { sendsPerHour: 10 }, true],
  ['enterprise', { sendsPerDay: 10 }, true],
  ['enterprise', { sendsPerMonth: 10 }, true],
])('an organization on %s with the limits %j is limited: %s', (plan, own, limited) => {
  expect(isLimited(plan, { ...none, ...own })).toBe(limited)
})
