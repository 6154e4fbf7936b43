import { expect, test } from 'vitest'
import { minuteShares } from './share.ts'

const many = (count: number, work: () => number | undefined) =>
  Array.from({ length: count }, work).filter(one => one !== undefined)

test('of a flood a limited part is kept, more of the refusals, with the number of missing requests', () => {
  const take = minuteShares(() => 0)

  const successes = many(100_000, () => take('a', 200))
  const refusals = many(100_000, () => take('a', 429))

  expect(successes).toHaveLength(180)
  expect(refusals).toHaveLength(360)
  expect(successes.slice(0, 122)).toEqual([...Array.from({ length: 120 }, () => 0), 99, 99])
  // After the last kept success.
  expect(refusals[0]).toBe(100_000 - 120 - 60 * 100)
})

test('the flood of one environment does not affect another, and refusals are kept among many successes', () => {
  const take = minuteShares(() => 0)
  many(100_000, () => take('a', 200))

  expect(take('b', 200)).toBe(0)
  expect(take('a', 400)).toBeDefined()
  expect(take('a', 500)).toBe(0)
})

test('each minute starts again, and its first kept request has the number left out before', () => {
  let now = 0
  const take = minuteShares(() => now)
  many(125, () => take('a', 200))
  now = 60_000

  expect([take('a', 200), take('a', 200)]).toEqual([5, 0])
})

test('environments beyond ten thousand in a minute share one count', () => {
  const take = minuteShares(() => 0)
  for (let nth = 0; nth < 10_000; nth++) take(`environment ${nth}`, 200)

  const kept = Array.from({ length: 1_000 }, (_, nth) => take(`other ${nth}`, 200)).filter(one => one !== undefined)

  expect(kept).toHaveLength(128)
})
