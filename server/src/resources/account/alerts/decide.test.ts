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
  ['something new is told', [], [found], { fired: 1 }],
  ['what is known is not told again', [open()], [found], { seen: 1 }],
  ['another of the same kind is', [open()], [found, { ...found, subject: 'w2' }], { seen: 1, fired: 1 }],
  ['after a day it is told once more', [open({ toldAt: ago(24 * 60) })], [found], { seen: 1, told: 1 }],
  ['a little less than a day is no day', [open({ toldAt: ago(24 * 60 - 1) })], [found], { seen: 1 }],
  ['what was there a moment ago is not over', [open({ seenAt: ago(9) })], [], {}],
  ['what nobody saw for ten minutes is', [open({ seenAt: ago(10) })], [], { over: 1 }],
  ['what nobody wants to hear of ends without a word', [open({ kind: 'runs', seenAt: ago(60) })], [], { dropped: 1 }],
])('%s', (_, alerts, present, decision) => {
  expect(namesOf(alerts, present, wanted, now)).toEqual({ ...nothing, ...decision })
})

test('what is told of it is how it is now', () => {
  expect(decide([open()], [found], wanted, now).seen).toMatchObject([{ id: 'a1', since: ago(60), title: 'It fails' }])
})
