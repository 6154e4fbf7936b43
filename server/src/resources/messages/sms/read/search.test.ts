import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { blockSize } from '#resources/account/search-blocks/fill-blocks.ts'
import { makeBlocks } from '#resources/account/search-blocks/make-blocks.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { readSmsList } from './read.ts'

let database: Database
let live: Caller
/** Enough for forty blocks and a remainder, oldest first. */
const count = 40 * blockSize + 10
const long = Date.now() - 3_600_000
const ids = Array.from({ length: count }, (_, nth) => newId(new Date(long + nth)))

beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  for (const caller of [callers.live, callers.test]) await write(caller)
  expect(await makeBlocks(database.db, 'sms', new Date())).toBe(2 * 40 * blockSize)
})
afterAll(() => database[Symbol.asyncDispose]())

const numberOf = (nth: number) => `+1415${1_000_000 + ((nth * 7_919_001) % 8_999_993)}`

async function write({ environmentId, organizationId }: Caller) {
  await sql`
    with given as (
      select * from unnest(${ids}::uuid[], ${ids.map((_, nth) => numberOf(nth))}::text[]) with ordinality as given (id, number, nth)
    ), written as (
      insert into sms (environment_id, id, organization_id, direction, from_number, to_number, body, encoding, segments, credits, charge,
        card_cost, created_at)
      select ${environmentId}, id, ${organizationId}, 'outbound', '+15550100001', number, '', 'gsm7', 1, 0, 0, 0, now() from given
    )
    insert into sms_progress (environment_id, sms_id, status, give_up_at)
    select ${environmentId}, id, case when nth % 2 = 1 then 'delivered' else 'failed' end, now() from given`.execute(
    database.db,
  )
}

const search = async (text: string, filters = {}, { limit = 50, before }: { limit?: number; before?: string } = {}) =>
  (await readSmsList(database.db, live, { limit, before }, { search: text, ...filters })).map(({ id }) =>
    ids.indexOf(id),
  )

test('a part of a number finds all messages that have it, newest first, also in old blocks', async () => {
  for (const nth of [3, 700, count - 1]) {
    for (const part of [numberOf(nth).slice(5), numberOf(nth).slice(-5), numberOf(nth).slice(4, 8)]) {
      const having = ids.map((_, one) => one).filter(one => numberOf(one).includes(part))
      expect(await search(part, {}, { limit: count })).toEqual(having.toReversed())
    }
  }
  expect(await search('99999999')).toEqual([])
})

test('a part that all messages have is found page by page', async () => {
  const seen: number[] = []
  for (let before: string | undefined; ; before = ids[seen.at(-1) ?? 0] ?? '') {
    const page = await search('5550100', {}, { limit: 500, ...(before && { before }) })
    seen.push(...page.slice(0, 500))
    if (page.length <= 500) break
  }

  expect(seen).toEqual(ids.map((_, nth) => count - 1 - nth))
})

test('any part of an id finds its message, and other filters apply as well', async () => {
  const id = ids[4] ?? ''
  for (const part of [id.slice(-8), id.slice(15, 30), id.slice(-12).toUpperCase(), id])
    expect(await search(part)).toEqual([4])
  expect(await search(id.slice(-8), { status: 'failed' })).toEqual([])
  expect(await search(id.slice(-8), { status: 'delivered', to: numberOf(4) })).toEqual([4])
  expect(await search(id.slice(-7))).toEqual([])
})

test('noting a message twice adds nothing', async () => {
  expect(await makeBlocks(database.db, 'sms', new Date())).toBe(0)
})
