import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId, newIds } from '#core/id.ts'
import { openTestDatabase } from '../../../testing/postgres.ts'
import type { Database } from '../database.ts'
import { isOfMonthsOf } from '../partitions/partitions.ts'
import { asKeys, asTable, booleans, bytes, integers, jsons, moments, texts, uuids } from './as-table.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

test('bytes, also none at all, are stored as they are', async () => {
  const all = [Buffer.from([0, 34, 92, 255]), Buffer.alloc(0), null]

  const { rows } = await sql`select given.* from ${asTable({ some: bytes(all) })}`.execute(database.db)

  expect(rows).toEqual(all.map(some => ({ some })))
})

test('each column has its name and its values in order', async () => {
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

test.each(hostile)('the text %j arrives unchanged, alone and among others', async text => {
  for (const list of [[text], ['x', text, null, 'y']]) {
    const { rows } = await sql<{ word: string | null }>`
      select words.word from ${asTable({ word: texts(list) }, 'words')}`.execute(database.db)

    expect(rows.map(({ word }) => word)).toEqual(list)
  }
})

test('empty lists give an empty table', async () => {
  expect((await sql`select from ${asTable({ word: texts([]) })}`.execute(database.db)).rows).toEqual([])
})

test.each(['no', 'old'])('with %s statistics, rows are looked up by key and not by scanning a month', async age => {
  const { db } = database
  const environmentId = newId(new Date())
  const fill = (ids: readonly string[]) =>
    sql`
    insert into sms_progress (environment_id, sms_id, status, give_up_at, held_by)
    select ${environmentId}, id, 'processing', now(), 'me' from unnest(${ids}::uuid[]) as id`.execute(db)
  await sql`truncate sms_progress`.execute(db)
  await fill(newIds(new Date('2026-11-05'), 2_000))
  if (age === 'old') await sql`vacuum analyze sms_progress`.execute(db)
  const present = newIds(new Date('2026-11-20'), 10_000)
  await fill(present)

  for (const count of [2, 20, 200]) {
    const ids = present.filter((_, nth) => nth % (present.length / count) === 0)
    const keys = asKeys(ids, { environment_id: uuids(ids.map(() => environmentId)), sms_id: uuids(ids) })
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain update sms_progress p set submitting = true from ${keys}
      where p.environment_id = given.environment_id and p.sms_id = given.sms_id and ${isOfMonthsOf('p.sms_id', ids)}`.execute(
      db,
    )
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Cond: .*environment_id = given\.environment_id.* AND .*sms_id = given\.sms_id/)
  }
})
