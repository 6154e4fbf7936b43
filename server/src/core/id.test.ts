import { expect, test } from 'vitest'
import { isLong } from '../../testing/long-tests.ts'
import { isId, newId, partOfId } from './id.ts'

test('ids are UUIDv7 and sort by creation time', () => {
  const times = [0, 1, 1_000, 1_700_000_000_000, 1_800_000_000_000].map(time => newId(new Date(time)))

  for (const id of times) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect([...times].sort()).toEqual(times)
})

test('ids of one millisecond are unique and not sequential', () => {
  const now = new Date()
  const counted = 100_000
  const amount = isLong ? 10 * counted : counted
  const ids = new Set<string>()
  const ones = new Uint32Array(4 * 19)
  let [rising, before] = [0, '']
  for (let nth = 0; nth < amount; nth++) {
    const id = newId(now)
    ids.add(id)
    if (id > before) rising++
    before = id
    if (nth % (amount / counted) === 0) countOnes(id, ones)
  }

  expect(ids.size).toBe(amount)
  // More than five standard deviations, so the test does not fail by chance.
  expect(Math.abs(rising / amount - 0.5), 'an id does not reveal how many came before').toBeLessThan(0.006)
  const bias = [...ones].filter((_, at) => !variantBits.includes(at)).map(count => Math.abs(count / counted - 0.5))
  expect(Math.max(...bias), 'each bit is as often one as zero').toBeLessThan(0.01)
})

/** The fourth digit below begins with two fixed bits. */
const variantBits = [12, 13]

/** Counts the bits of the 19 digits after time and version, highest bit first. */
function countOnes(id: string, ones: Uint32Array): void {
  const digits = id.slice(15, 18) + id.slice(19, 23) + id.slice(24)
  for (let at = 0; at < ones.length; at++) {
    const bit = (Number.parseInt(digits.charAt(at >> 2), 16) >> (3 - (at & 3))) & 1
    ones[at] = (ones[at] ?? 0) + bit
  }
}

test.each([
  '',
  'x',
  '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b1',
  '01945C1E-8D7A-7C3B-9A54-3F1F6D0C2B11',
  "' or 1=1",
  'a'.repeat(10_000),
  '\u0000',
])('%j is not an id', text => {
  expect(isId(text)).toBe(false)
})

test('every generated id is an id', () => {
  expect(Array.from({ length: 1_000 }, () => newId(new Date())).every(isId)).toBe(true)
})

test('a part of an id has at least eight digits, with dashes anywhere, in any letter case', () => {
  expect(partOfId('3F1F6D0C')).toBe('3f1f6d0c')
  expect(partOfId('54-3f1f6d0c-2b')).toBe('543f1f6d0c2b')
  for (const text of ['3f1f6d0', '3f1f6d0x', '00000000', '-1-0-1-0-1-0-1-0', '0'.repeat(30) + '123', ''])
    expect(partOfId(text)).toBeUndefined()
})
