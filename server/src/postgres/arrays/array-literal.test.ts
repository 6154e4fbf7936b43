import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openTestDatabase } from '../../../testing/postgres.ts'
import { arrayLiteral, plainArray } from './array-literal.ts'

const database = await openTestDatabase(inject('clusterUrl'))
afterAll(() => database[Symbol.asyncDispose]())

test.for([
  [[]],
  [['a@b.co']],
  [['{a}@b.co', 'plain', '']],
  [['quote " and \\ backslash', "it's", 'comma, brace } newline\n', 'NULL', 'ünï 😀']],
])('%j round-trips unchanged', async ([texts]) => {
  const { rows } = await sql<{ list: string[] }>`select ${arrayLiteral(texts ?? [])}::text[] as list`.execute(
    database.db,
  )

  expect(rows).toEqual([{ list: texts }])
})

test('ids, numbers, timestamps and nulls round-trip unchanged', async () => {
  const ids = ['01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11', '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b12']
  const at = new Date('2026-01-01T12:00:00.123Z')

  const { rows } = await sql`
    select ${plainArray(ids)}::uuid[] as ids, ${plainArray([1, null, -2])}::integer[] as numbers,
      ${plainArray([null, at.toISOString()])}::timestamptz[] as moments, ${plainArray([])}::text[] as nothing
  `.execute(database.db)

  expect(rows).toEqual([{ ids, numbers: [1, null, -2], moments: [null, at], nothing: [] }])
})
