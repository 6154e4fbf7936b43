import { type AlertKind, alertKinds } from '@posthorn/contract/console/alerts'
import { expect, test } from 'vitest'
import { type Facts, foundIn, type Rule } from './found.ts'
import { rulesOf, withRules } from './rules.ts'

const now = new Date('2026-11-15T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const well: Facts = {
  now,
  lastHour: { sent: 1_000, bounced: 0 },
  lastDay: { delivered: 10_000, complained: 0 },
  waitingSince: { email: null, sms: null },
  webhooks: [],
  failedRuns: [],
  failedDomains: [],
  credits: { balance: 1_000, monthly: 1_000 },
}
const webhook = (status: 'active' | 'inactive', failingSince: Date | null) => ({
  webhooks: [{ id: 'w1', name: 'Shop', status, failingSince }],
})
const rules = (on: boolean, special: Partial<Record<AlertKind, Partial<Rule>>> = {}) => {
  const usual = rulesOf({})
  return Object.fromEntries(alertKinds.map(kind => [kind, { ...usual[kind], on, ...special[kind] }])) as typeof usual // as: one for each
}

test.each<[what: string, facts: Partial<Facts>, titles: string[]]>([
  ['all is well', {}, []],
  ['5 % bounces are no more than 5 %', { lastHour: { sent: 1_000, bounced: 50 } }, []],
  ['bounces', { lastHour: { sent: 1_000, bounced: 51 } }, ['5.10 % of the emails of the last hour bounced']],
  ['few emails cause no alert', { lastHour: { sent: 49, bounced: 49 } }, []],
  [
    'complaints',
    { lastDay: { delivered: 1_000, complained: 2 } },
    ['0.20 % of the emails of the last day were reported as spam'],
  ],
  ['a short wait', { waitingSince: { email: ago(15), sms: null } }, []],
  [
    'waiting',
    { waitingSince: { email: ago(16), sms: ago(90) } },
    ['An email has waited for 16 minutes', 'A text message has waited for 90 minutes'],
  ],
  ['a webhook that just failed', webhook('active', ago(10)), []],
  ['a webhook that fails', webhook('active', ago(11)), ['The webhook Shop is failing']],
  [
    'a webhook that was switched off after failures',
    webhook('inactive', ago(1)),
    ['The webhook Shop became inactive because it kept failing'],
  ],
  ['a webhook that was switched off by hand', webhook('inactive', null), []],
  [
    'runs',
    { failedRuns: [{ id: 'f1', name: 'Welcome', count: 1 }] },
    ['1 run of the workflow Welcome failed in the last hour'],
  ],
  [
    'domains',
    { failedDomains: [{ name: 'acme.test', missing: ['dkim'] }] },
    ['The DKIM key of acme.test is gone from DNS'],
  ],
  ['credits', { credits: { balance: 99, monthly: 1_000 } }, ['Few credits are left']],
  ['credits without a monthly limit', { credits: { balance: 0, monthly: null } }, []],
])('%s', (_, facts, titles) => {
  expect(foundIn({ ...well, ...facts }, rules(true)).map(({ title }) => title)).toEqual(titles)
  expect(foundIn({ ...well, ...facts }, rules(false))).toEqual([])
})

test('the limits are per environment', () => {
  const facts = { ...well, failedRuns: [{ id: 'f1', name: 'Welcome', count: 5 }] }

  expect(foundIn(facts, rules(true, { runs: { limit: 5 } }))).toEqual([])
  expect(foundIn(facts, rules(true, { runs: { limit: 4 } }))).toMatchObject([{ kind: 'runs', subject: 'f1' }])
})

test('an unset kind is off, and setting one kind leaves the others', () => {
  const kept = withRules({}, [{ kind: 'domain', on: true, limit: 0, at_least: 1 }])

  expect(rulesOf({}).bounce_rate).toEqual({ on: false, limit: 5, atLeast: 50 })
  expect(rulesOf(withRules(kept, [{ kind: 'runs', on: true, limit: 3, at_least: 1 }]))).toMatchObject({
    domain: { on: true },
    runs: { on: true, limit: 3 },
    credits: { on: false },
  })
})
