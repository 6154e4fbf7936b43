import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { toSeries } from './series.ts'

const sent = (start: string, emails_sent: number) => ({ start: new Date(start), emails_sent })
const shown = (points: Parameters<typeof toSeries>[0], granularity: 'hour' | 'day') =>
  toSeries(points, granularity).map(({ start, totals }) => [start.toISOString(), totals.emails_sent])

test('hours without data between the first and the last with data are zeros', () => {
  expect(shown([sent('2026-11-16T01:00:00Z', 2), sent('2026-11-15T22:00:00Z', 1)], 'hour')).toEqual([
    ['2026-11-15T22:00:00.000Z', 1],
    ['2026-11-15T23:00:00.000Z', 0],
    ['2026-11-16T00:00:00.000Z', 0],
    ['2026-11-16T01:00:00.000Z', 2],
  ])
})

test('all counts of one day are one point', () => {
  const day = '2026-02-28T00:00:00.000Z'

  expect(shown([sent(day, 1), sent('2026-03-01T00:00:00Z', 4), sent(day, 2)], 'day')).toEqual([
    [day, 3],
    ['2026-03-01T00:00:00.000Z', 4],
  ])
})

test('no data gives an empty series', () => {
  expect(toSeries([], 'hour')).toEqual([])
})

test('ten thousand points are returned, one more is refused', () => {
  const first = sent('2026-01-01T00:00:00Z', 1)
  const last = (nth: number) => ({ start: new Date(first.start.getTime() + nth * 3_600_000), emails_sent: 1 })

  expect(toSeries([first, last(9_999)], 'hour')).toHaveLength(10_000)
  expect(() => toSeries([first, last(10_000)], 'hour')).toThrow(Refusal)
  expect(toSeries([first, { ...last(10_008) }], 'day')).toHaveLength(418)
})
