import { expect, test } from 'vitest'
import { decide, type Found, type OpenAlert } from './alert.ts'

const now = new Date('2026-11-15T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const found: Found = { kind: 'webhook', subject: 'w1', title: 'It fails', detail: 'Again.', link: '/webhooks/w1' }
const open = (special: Partial<OpenAlert> = {}): OpenAlert => ({
  ...{ ...found, title: 'It failed', id: 'a1', since: ago(60), seenAt: ago(5), toldAt: ago(60) },
  ...special,
})
const wanted = new Set(['webhook'] as const)
const namesOf = (...args: Parameters<typeof decide>) => {
  const { fired, seen, over, dropped } = decide(...args)
  const told = seen.filter(one => one.told)
  return { fired: fired.length, seen: seen.length, told: told.length, over: over.length, dropped: dropped.length }
}
const nothing = { fired: 0, seen: 0, told: 0, over: 0, dropped: 0 }

test.each<[what: string, open: OpenAlert[], found: Found[], decision: Partial<typeof nothing>]>([
  ['a new problem is alerted', [], [found], { fired: 1 }],
  ['a known one is not alerted again', [open()], [found], { seen: 1 }],
  ['another of the same kind is alerted', [open()], [found, { ...found, subject: 'w2' }], { seen: 1, fired: 1 }],
  ['after a day there is a reminder', [open({ toldAt: ago(24 * 60) })], [found], { seen: 1, told: 1 }],
  ['just before a day there is none', [open({ toldAt: ago(24 * 60 - 1) })], [found], { seen: 1 }],
  ['a problem seen a moment ago is not over', [open({ seenAt: ago(9) })], [], {}],
  ['one not seen for ten minutes is over', [open({ seenAt: ago(10) })], [], { over: 1 }],
  ['an alert without a rule is dropped', [open({ kind: 'runs', seenAt: ago(60) })], [], { dropped: 1 }],
])('%s', (_, alerts, present, decision) => {
  expect(namesOf(alerts, present, wanted, now)).toEqual({ ...nothing, ...decision })
})

test('a seen alert has the current title and detail', () => {
  expect(decide([open()], [found], wanted, now).seen).toMatchObject([{ id: 'a1', since: ago(60), title: 'It fails' }])
})
