import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase } from '../../../testing/postgres.ts'
import type { Database } from '../database.ts'
import { asTable, booleans, integers, jsons, moments, texts, uuids } from './as-table.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

test('each column has its values, under its name and in their order', async () => {
  const at = new Date('2026-11-16T09:00:00.123Z')
  const table = asTable({
    nth: integers([1, 2, null]),
    id: uuids(['01945c1e-9b02-7a41-8f1d-5b9a3c7e6d22', null, undefined]),
    at: moments([at, at.toISOString(), null]),
    yes: booleans([true, false, null]),
    data: jsons(['{"a":"}\\""}', 'null', null]),
  })

  const { rows } = await sql`select given.* from ${table}`.execute(database.db)

  expect(rows).toEqual([
    { nth: 1, id: '01945c1e-9b02-7a41-8f1d-5b9a3c7e6d22', at, yes: true, data: { a: '}"' } },
    { nth: 2, id: null, at, yes: false, data: null },
    { nth: null, id: null, at: null, yes: null, data: null },
  ])
})

const hostile = ['a,b', '{}', '"', '\\', 'null', 'NULL', '', ' ', "'; drop table jobs; --", 'ä🦊', '{"a","b"}', 'plain']

test.each(hostile)('the text %j arrives as it is, alone and among others', async text => {
  for (const list of [[text], ['x', text, null, 'y']]) {
    const { rows } = await sql<{ word: string | null }>`
      select words.word from ${asTable({ word: texts(list) }, 'words')}`.execute(database.db)

    expect(rows.map(({ word }) => word)).toEqual(list)
  }
})

test('no rows are an empty table', async () => {
  expect((await sql`select from ${asTable({ word: texts([]) })}`.execute(database.db)).rows).toEqual([])
})
