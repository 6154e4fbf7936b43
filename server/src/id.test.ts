import { expect, test } from 'vitest'
import { isId, newId } from './id.ts'

test('ids are UUIDv7 and sort by the time they were made at', () => {
  const times = [0, 1, 1_000, 1_700_000_000_000, 1_800_000_000_000].map(time => newId(new Date(time)))

  for (const id of times) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect([...times].sort()).toEqual(times)
})

test('a million ids of one millisecond are all different, and nothing in them counts', () => {
  const now = new Date()
  const amount = 1_000_000
  const ids = new Set<string>()
  const ones = new Uint32Array(74)
  let [rising, before] = [0, '']
  for (let nth = 0; nth < amount; nth++) {
    const id = newId(now)
    ids.add(id)
    if (id > before) rising++
    before = id
    // Every tenth: enough to see a bit that is not drawn.
    if (nth % 10 === 0) for (const [at, bit] of randomBitsOf(id).entries()) ones[at] = (ones[at] ?? 0) + bit
  }

  expect(ids.size).toBe(amount)
  expect(Math.abs(rising / amount - 0.5), 'an id tells nothing of how many came before').toBeLessThan(0.005)
  const bias = [...ones].map(count => Math.abs(count / (amount / 10) - 0.5))
  expect(Math.max(...bias), 'each bit is as often one as zero').toBeLessThan(0.01)
})

/** All but the time, the version and the variant. */
function randomBitsOf(id: string): number[] {
  const [, , third = '', fourth = '', fifth = ''] = id.split('-')
  const bits = (hex: string, length: number) =>
    Array.from({ length }, (_, at) => Number((BigInt(`0x${hex}`) >> BigInt(at)) & 1n))
  return [...bits(third, 12), ...bits(fourth, 14), ...bits(fifth, 48)]
}

test.each([
  '',
  'x',
  '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b1',
  '01945C1E-8D7A-7C3B-9A54-3F1F6D0C2B11',
  "' or 1=1",
  'a'.repeat(10_000),
  '\u0000',
])('%j cannot be an id', text => {
  expect(isId(text)).toBe(false)
})

test('every id that we make can be one', () => {
  expect(Array.from({ length: 1_000 }, () => newId(new Date())).every(isId)).toBe(true)
})
