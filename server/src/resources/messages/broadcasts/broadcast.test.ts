import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { minutesOf, paceOf, passOf, reasonToPause, testVariantOf, winnerOf } from './broadcast.ts'

/** The same in every run: of random ids, one in some hundred runs is further from an even split than any limit worth testing. */
const idOf = (nth: number): string =>
  hash('sha256', `${nth}`, 'hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
const broadcastId = idOf(-1)

describe('an A/B test', () => {
  test('takes about its share, half of it in each variant, and the rest is exactly the others', () => {
    const contacts = Array.from({ length: 4_000 }, (_, nth) => idOf(nth))
    const settings = { ab_test: { share_percent: 20, winner_by: 'opens', wait: '1h', b: { subject: 'B' } } } as const
    const inTest = passOf({ phase: 'test', id: broadcastId, settings, winner: null })
    const inRest = passOf({ phase: 'rest', id: broadcastId, settings, winner: 'b' })

    const tested = contacts.filter(id => inTest.variantOf(id))
    const rest = contacts.filter(id => inRest.variantOf(id))

    expect(tested.length / contacts.length).toBeCloseTo(0.2, 1)
    expect(tested.filter(id => inTest.variantOf(id) === 'a').length / tested.length).toBeCloseTo(0.5, 1)
    expect([...tested, ...rest].toSorted()).toEqual(contacts.toSorted())
    expect(new Set(rest.map(id => inRest.variantOf(id)))).toEqual(new Set(['b']))
  })

  test('takes other people for another broadcast, and everybody with a share of 100', () => {
    const contacts = Array.from({ length: 400 }, (_, nth) => idOf(nth))
    const other = `${broadcastId.slice(0, -4)}${broadcastId.endsWith('0000') ? '8000' : '0000'}`
    const takenBy = (id: string, share: number) => contacts.map(contact => testVariantOf(contact, id, share))

    expect(takenBy(broadcastId, 20)).not.toEqual(takenBy(other, 20))
    expect(takenBy(broadcastId, 100)).not.toContain(undefined)
  })

  test.each([
    ['opens', { messages: 100, opened: 30, clicked: 0 }, { messages: 100, opened: 31, clicked: 0 }, 'b'],
    ['opens', { messages: 100, opened: 30, clicked: 0 }, { messages: 200, opened: 59, clicked: 50 }, 'a'],
    ['clicks', { messages: 100, opened: 90, clicked: 1 }, { messages: 100, opened: 10, clicked: 2 }, 'b'],
    ['clicks', { messages: 100, opened: 0, clicked: 5 }, { messages: 100, opened: 9, clicked: 5 }, 'a'],
    ['opens', { messages: 0, opened: 0, clicked: 0 }, { messages: 0, opened: 0, clicked: 0 }, 'a'],
  ] as const)('is won by the larger share, by %s: %o %o', (by, a, b, winner) => {
    expect(winnerOf(by, a, b)).toBe(winner)
  })
})

test.each([
  [undefined, 1_000_000, { limit: 500, nextInMs: 0 }],
  [{ per_hour: 3_600 }, 10, { limit: 5, nextInMs: 5_000 }],
  [{ per_hour: 1 }, 10, { limit: 1, nextInMs: 3_600_000 }],
  [{ per_hour: 3_600_000 }, 10, { limit: 500, nextInMs: 500 }],
  [{ over: '1h' }, 36_000, { limit: 50, nextInMs: 5_000 }],
  [{ over: '6h' }, 0, { limit: 1, nextInMs: 3_600_000 }],
])('a pace of %o for %i recipients', (pace, size, step) => {
  expect(paceOf(pace, size)).toEqual(step)
})

test.each([
  [{ sent: 1_000, bounced: 51, complained: 0 }, '51 of 1,000 (5.1 %) bounced, and 5 % is the limit.'],
  [{ sent: 1_000, bounced: 50, complained: 3 }, undefined],
  [{ sent: 10, bounced: 9, complained: 0 }, undefined],
  [{ sent: 100, bounced: 0, complained: 2 }, undefined],
  [{ sent: 900, bounced: 0, complained: 3 }, '3 of 900 (0.3 %) were reported as spam, and 0.3 % is the limit.'],
])('%o pauses: %s', (figures, reason) => {
  expect(reasonToPause(figures, { maxBouncePercent: 5, maxComplaintPercent: 0.3 })).toBe(reason)
})

test('durations are converted to minutes', () => {
  expect([minutesOf('90m'), minutesOf('6h')]).toEqual([90, 360])
})
