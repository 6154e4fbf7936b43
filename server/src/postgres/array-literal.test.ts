import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openTestDatabase } from '../../testing/postgres.ts'
import { arrayLiteral } from './array-literal.ts'

const database = await openTestDatabase(inject('clusterUrl'))
afterAll(() => database[Symbol.asyncDispose]())

test.for([
  [[]],
  [['a@b.co']],
  [['{a}@b.co', 'plain', '']],
  [['quote " and \\ backslash', "it's", 'comma, brace } newline\n', 'NULL', 'ünï 😀']],
])('%j comes back as it was', async ([texts]) => {
  const { rows } = await sql<{ list: string[] }>`select ${arrayLiteral(texts ?? [])}::text[] as list`.execute(
    database.db,
  )

  expect(rows).toEqual([{ list: texts }])
})
