/** Costs that must not grow with the number of contacts. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { planOf } from '../../../../testing/plans.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import type { Contact } from './contact.ts'
import { readContacts } from './read.ts'

let database: Database
let live: Caller
let other: Caller
type Filters = Parameters<typeof readContacts>[3]

/** The oldest five of 5,000 are unsubscribed from email and SMS, and only they have a name. */
const seed = (environmentId: string) =>
  sql`
  insert into contacts (environment_id, id, email, first_name, email_subscribed, sms_subscribed, created_at, updated_at)
  select ${environmentId}, lpad(to_hex(nth), 32, '0')::uuid, 'person.' || nth || '@example.com',
    case when nth <= 5 then 'Seldom' end, nth > 5, nth > 5, now(), now()
  from generate_series(1, 5000) as nth`.execute(database.db)

beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
  other = (await createCallers(database)).live
  await seed(live.environmentId)
  await seed(other.environmentId)
  await sql`vacuum analyze contacts`.execute(database.db)
})
afterAll(() => database[Symbol.asyncDispose]())

const read = (filters: Filters, page: { limit: number; before?: string }) =>
  readContacts(database.slowReads(live.environmentId), live, { before: undefined, ...page }, filters)
const plan = (filters: Filters) =>
  planOf(database.slowReads(live.environmentId), db =>
    readContacts(db, live, { limit: 20, before: undefined }, filters),
  )
const numbers = (contacts: readonly Contact[]) => contacts.map(({ id }) => Number.parseInt(id.replaceAll('-', ''), 16))

test('unsubscribed contacts are found without reading the others', async () => {
  expect(await plan({ emailSubscribed: false })).toContain('contacts_without_email')
  expect(await plan({ smsSubscribed: false })).toContain('contacts_without_sms')
})

test('a search with no match among the newest contacts uses the trigram index', async () => {
  expect(await plan({ search: 'seldom' })).toContain('Bitmap Index Scan on contacts_search')
})

test('a search that is too short for the index scans the contacts in order, without sorting', async () => {
  for (const search of ['q', 'qz', 'e@e', '@.-+']) {
    const found = await plan({ search })
    expect(found).not.toContain('contacts_search')
    expect(found).not.toContain('Sort')
  }
  expect(numbers(await read({ search: '@e' }, { limit: 2 }))).toEqual([5_000, 4_999, 4_998])
  expect(await read({ search: 'qz' }, { limit: 2 })).toEqual([])
})

test('a search finds old and new contacts, in order, across pages', async () => {
  expect(numbers(await read({ search: 'ELDO' }, { limit: 20 }))).toEqual([5, 4, 3, 2, 1])
  const first = await read({ search: '99@example' }, { limit: 20 })
  expect(numbers(first)).toEqual(Array.from({ length: 21 }, (_, nth) => 4_999 - 100 * nth))
  const last = await read({ search: '99@example' }, { limit: 40, before: first[20]?.id ?? '' })
  expect(numbers(last)).toEqual(Array.from({ length: 29 }, (_, nth) => 2_899 - 100 * nth))
})

test('a search combines with other filters, also beyond the newest contacts', async () => {
  expect(numbers(await read({ search: 'example', emailSubscribed: false }, { limit: 3 }))).toEqual([5, 4, 3, 2])
  expect(await read({ search: 'seldom', smsSubscribed: true }, { limit: 3 })).toEqual([])
})
