import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { JsonScanner } from './json-scanner.ts'

const roomy = { maxDepth: 33, maxValues: 1_000_000 }

/** The counts for a text that arrives in these chunks, or the details of its refusal. */
function scan(chunks: readonly Buffer[], limits = roomy) {
  const scanner = new JsonScanner(limits)
  try {
    for (const chunk of chunks) scanner.write(chunk)
  } catch (error) {
    return error instanceof Refusal ? error.details : error
  }
  const { keys, values, commas } = scanner
  return { keys, values, commas }
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const bounds = [0, ...places.map(place => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return bounds.slice(1).map((end, nth) => bytes.subarray(bounds[nth], end))
}

/** Counts the keys and values of a parsed value. */
function count(value: unknown): { keys: number; values: number } {
  const entries = value && typeof value === 'object' ? Object.values(value) : []
  const keys = Array.isArray(value) ? 0 : entries.length
  return entries
    .map(count)
    .reduce((sum, one) => ({ keys: sum.keys + one.keys, values: sum.values + one.values }), { keys, values: 1 })
}

test.each([
  ['1', 0, 1, []],
  ['{}', 0, 1, []],
  ['[ ]', 0, 1, []],
  ['[[],{}]', 0, 3, [3]],
  ['{"a":1,"b":[1,2]}', 2, 5, []],
  [' [1,"a,b" , {"c":[1,2]}]', 1, 7, [3, 10]],
  ['["\\"",1]', 0, 3, [5]],
  ['["\\\\",1]', 0, 3, [5]],
  ['{"a\\"b:{[":1}', 1, 2, []],
])('%s', (text, keys, values, commas) => {
  expect(scan([Buffer.from(text)])).toEqual({ keys, values, commas })
})

test('it counts what JSON.parse finds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
      const parsed = JSON.parse(JSON.stringify(value))
      const { keys, values } = scan([Buffer.from(JSON.stringify(value, null, indent))]) as JsonScanner
      expect({ keys, values }).toEqual(count(parsed))
    }),
  )
})

const pieces = ['"', '\\', '[', ']', '{', '}', ',', ':', ' ', '1', 'a', 'é', '😀', '\\"', '\\u0041', '"a"']

test('the result does not depend on where the chunks are cut', () => {
  const texts = fc.oneof(
    fc.json(),
    fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map(list => list.join('')),
  )
  const limits = fc.record({ maxDepth: fc.integer({ min: 1, max: 6 }), maxValues: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 30 }), limits, (text, places, limits) => {
      const bytes = Buffer.from(text)
      expect(scan(cut(bytes, places), limits)).toEqual(scan([bytes], limits))
    }),
    { numRuns: 300 },
  )
})

test.each([
  [
    'an array',
    (n: number) =>
      `[${Array(n - 1)
        .fill('{}')
        .join()}]`,
  ],
  ['an object', (n: number) => `{${Array.from({ length: n - 1 }, (_, nth) => `"${nth}":1`).join()}}`],
])('%s may have as many values as the limit and no more', (_name, text) => {
  const limits = { maxDepth: 33, maxValues: 100 }

  expect(scan([Buffer.from(text(100))], limits)).toMatchObject({ values: 100 })
  expect(scan([Buffer.from(text(101))], limits)).toEqual([
    { path: 'body', message: 'must not have more than 100 values' },
  ])
})

test.each([
  ['a text of quotes', `"${'\\"'.repeat(2_000_000)}"`],
  ['a text of backslashes', `"${'\\\\'.repeat(2_000_000)}"`],
  ['a long text', `"${'x'.repeat(4_000_000)}"`],
  ['millions of empty objects', `[${'{},'.repeat(1_300_000)}1]`],
  ['millions of keys', `{${'"a":1,'.repeat(700_000)}"b":1}`],
  ['a million levels', '['.repeat(1_000_000)],
  ['closing brackets', ']'.repeat(4_000_000)],
  ['spaces', ' '.repeat(4_000_000)],
])('%s: 4 MB are scanned in less than 300 ms', (_name, text) => {
  const chunks = cut(
    Buffer.from(text),
    Array.from({ length: 62 }, (_, nth) => nth * 65_536),
  )
  const begun = cpuNow()

  scan(chunks, { maxDepth: 33, maxValues: 20_000 })

  expect(cpuNow() - begun).toBeLessThan(300)
})
