import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import {
  dollarsOfCredits,
  dollarsToNumber,
  dollarsToText,
  isDollars,
  multiplyDollars,
  parseDollars,
  subtractDollars,
} from './dollars.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

test.each([
  ['0', 0n],
  ['0.0072', 7_200_000n],
  ['0.010000000', 10_000_000n],
  ['0.000000001', 1n],
  ['-0.0075', -7_500_000n],
  ['999999999.999999999', 999_999_999_999_999_999n],
])('%s dollars are %s billionths', (text, amount) => {
  expect(parseDollars(text)).toBe(amount)
})

test.each([
  '',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '1.',
  '.5',
  '01',
  '1e3',
  '1,5',
  '0x1',
  '1_000',
  '--1',
  'NaN',
  '١',
  '0.0000000001',
  '1000000000',
])('%j is not an amount of dollars', text => {
  expect(isDollars(text)).toBe(false)
  expect(() => parseDollars(text)).toThrow('is not an amount of dollars')
})

test.each([
  [1, '0.001'],
  [10, '0.01'],
  [0.001, '0.000001'],
  [1.005, '0.001005'],
  [0, '0'],
  [1_000_000_000_000, '1000000000'],
])('%s credits are %s dollars', (credits, text) => {
  expect(dollarsToText(dollarsOfCredits(credits))).toBe(text)
})

test('three times 0.0072 is 0.0216, and 0.03 minus that is 0.0084, which floats get wrong', () => {
  const cost = multiplyDollars(parseDollars('0.0072'), 3)

  expect(0.03 - 0.0072 * 3).not.toBe(0.0084)
  expect(dollarsToNumber(cost)).toBe(0.0216)
  expect(dollarsToNumber(subtractDollars(dollarsOfCredits(30), cost))).toBe(0.0084)
})

test('half a message cannot be charged', () => {
  expect(() => multiplyDollars(1n, 1.5)).toThrow(RangeError)
})

test('an amount stays the same when written and read, and JSON shows the same digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), amount => {
      const text = dollarsToText(amount)

      expect(parseDollars(text)).toBe(amount)
      // A double always keeps fifteen digits.
      expect(dollarsToText(parseDollars(dollarsToNumber(amount).toFixed(9)))).toBe(text)
    }),
  )
})

const credits = fc.integer({ min: 0, max: 1_000_000 })
const nano = fc.integer({ min: 0, max: 999_999_999 })
const sales = fc.record({ thousandths: credits, cost: nano, segments: fc.integer({ min: 1, max: 10 }) })

test('the margin of any sale equals the decimal result of PostgreSQL', async () => {
  const samples = fc.sample(sales, 2_000).map(({ thousandths, cost, segments }) => ({
    credits: thousandths / 1_000,
    cost: `0.${String(cost).padStart(9, '0')}`,
    segments,
  }))

  const { rows } = await sql<{ margin: string }>`
    select (credits::numeric * 0.001 - cost::numeric * segments)::numeric(18, 9)::text as margin
    from unnest(${samples.map(one => String(one.credits))}::text[], ${samples.map(one => one.cost)}::text[],
      ${samples.map(one => one.segments)}::int[]) as sale (credits, cost, segments)`.execute(database.db)

  const margins = samples.map(one =>
    subtractDollars(dollarsOfCredits(one.credits), multiplyDollars(parseDollars(one.cost), one.segments)),
  )
  expect(margins).toEqual(rows.map(row => parseDollars(row.margin)))
})
