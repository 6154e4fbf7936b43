import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { newId, newIds } from '#core/id.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { integers, smallints, texts, uuids } from './arrays/as-table.ts'
import { type Database, openDatabase } from './database.ts'
import { type UpdateByKey, updateByKey } from './update-by-key.ts'

type Letter = { id: string; nth: number; word: string; token: number }

const tenant = newId(new Date())
const letterOf = (id: string, word = 'new'): Letter => ({ id, nth: 0, word, token: 1 })
const change: UpdateByKey<Letter> = {
  table: 'letters',
  key: ['tenant', 'id', 'nth'],
  idOf: one => one.id,
  values: given => ({
    tenant: uuids(given.map(() => tenant)),
    id: uuids(given.map(one => one.id)),
    nth: smallints(given.map(one => one.nth)),
    word: texts(given.map(one => one.word)),
    token: integers(given.map(one => one.token)),
  }),
  set: sql`word = given.word`,
  only: sql<boolean>`work.token = given.token`,
}

let database: Database
beforeEach(async () => {
  // One connection, so that the plan is always the same.
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')), connections: 1 })
  await database.pool.query(`create table letters (tenant uuid, id uuid, nth smallint, address text, word text, token integer,
    primary key (tenant, id, nth)) partition by range (id)`)
  const other = `for values from ('00000000-0000-0000-0000-000000000000') to ('01000000-0000-0000-0000-000000000000')`
  await database.pool.query(`create table letters_before partition of letters ${other}`)
  await database.pool.query('create table letters_rest partition of letters default')
  await database.pool.query('create index on letters (tenant, address, id)')
})
afterEach(() => database[Symbol.asyncDispose]())

const insert = (ids: readonly string[]) =>
  database.pool.query(`insert into letters select $1, id, 0, 'ada', 'old', 1 from unnest($2::uuid[]) id`, [tenant, ids])

const wordsOf = async (ids: readonly string[]): Promise<string[]> => {
  const { rows } = await database.pool.query('select word from letters where id = any ($1) order by id', [ids])
  return rows.map(row => row.word)
}

test('rows are updated by their key, and their items are returned', async () => {
  const ids = newIds(new Date(), 4)
  await insert(ids.slice(0, 3))
  const [first, second, third, missing] = ids.map((id, nth) => letterOf(id, `word ${nth}`)) as [
    Letter,
    Letter,
    Letter,
    Letter,
  ]
  const [otherToken, otherNth] = [
    { ...second, token: 2 },
    { ...third, nth: 1 },
  ]

  const updated = await updateByKey(database.db, [missing, otherNth, otherToken, first], change)

  expect(updated).toEqual([first])
  expect(await wordsOf(ids)).toEqual(['word 0', 'old', 'old'])
})

test.for(['new', 'empty and vacuumed'])(
  'a plan made while the table is %s uses the primary key after it has grown',
  async state => {
    if (state !== 'new') await database.pool.query('vacuum analyze letters')
    // PostgreSQL keeps a plan from the sixth execution on.
    for (let nth = 0; nth < 8; nth++)
      expect(await updateByKey(database.db, [letterOf(newId(new Date()))], change)).toEqual([])
    const ids = newIds(new Date(), 10_000)
    await insert(ids)
    const { rows } = await database.pool.query(
      `select name, statement from pg_prepared_statements where generic_plans > 0 and statement like '%update "letters"%'`,
    )

    const values = [[tenant], [ids[1]], [0], ['new'], [1], [0]].map(list => `'{${list}}'`)
    const plan = await database.pool.query(`explain (analyze, timing off) execute ${rows[0].name}(${values})`)

    expect(rows).toHaveLength(1)
    const lines = plan.rows.map(row => row['QUERY PLAN']).join('\n')
    expect(lines).toMatch(/Index Scan using letters_rest_pkey.*rows=1(\.00)? loops=1/)
    expect(lines).toMatch(/Tid Scan on letters_rest.*rows=1(\.00)? loops=1/)
  },
)

test('a row that another transaction changes meanwhile is updated after it', async () => {
  const ids = newIds(new Date(), 2)
  await insert(ids)
  await using other = openDatabase({ url: database.address.url, connections: 1 })
  const changed = Promise.withResolvers<void>()
  const isWaiting = Promise.withResolvers<void>()
  const changing = other.transaction(async tx => {
    await sql`update letters set address = 'bob' where id = ${ids[0]}`.execute(tx)
    changed.resolve()
    await isWaiting.promise
  })
  await changed.promise

  const updating = updateByKey(
    database.db,
    ids.map(id => letterOf(id)),
    change,
  )
  await using watcher = openDatabase({ url: database.address.url, connections: 1 })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await watcher.pool.query(waiting)).rows).toHaveLength(1), { timeout: 5_000 })
  isWaiting.resolve()
  await changing

  expect((await updating).map(one => one.id).toSorted()).toEqual(ids.toSorted())
  expect(await wordsOf(ids)).toEqual(['new', 'new'])
})
