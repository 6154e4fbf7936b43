import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { blockSize } from '#resources/account/search-blocks/fill-blocks.ts'
import { makeBlocks } from '#resources/account/search-blocks/make-blocks.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { planOf } from '../../../../testing/plans.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import type { Contact } from './contact.ts'
import { createContacts } from './create.ts'
import { contactReader, countContacts, lookUpContact, readContacts } from './read.ts'
import { findContacts } from './store.ts'

let database: Database
let live: Caller
let test_: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  test_ = callers.test
})
afterAll(() => database[Symbol.asyncDispose]())

let time = Date.parse('2026-11-15T12:00:00.000Z')
async function add(asked: Parameters<typeof createContacts>[1][number]['asked']): Promise<Contact> {
  time += 1
  const [contact] = await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now: new Date(time) }]))
  return contact as Contact
}
const list = (filters: Parameters<typeof readContacts>[3], caller = live) =>
  readContacts(database.db, caller, { limit: 100, before: undefined }, filters)
const ids = (contacts: readonly Contact[]) => contacts.map(contact => contact.id)

test('a contact is looked up by primary key, even with a plan made while the table was empty', async () => {
  const { environmentId } = live
  const ask = { environmentId, id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11' }

  expect(await planOf(database.db, db => findContacts(db, [ask]))).toContain('Index Scan using contacts_pkey')
})

test('of a hundred concurrent reads each gets its own contact or its own 404', async () => {
  const contacts = await Promise.all(Array.from({ length: 20 }, (_, n) => add({ email: `read${n}@example.com` })))
  const read = contactReader(database.db)

  const answers = await Promise.allSettled([
    ...contacts.flatMap(contact => [read(live, contact.id), read(live, contact.id)]),
    read(test_, contacts[0]?.id ?? ''),
    read(live, '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'),
    read(live, '\u0000'),
  ])

  const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
  expect(found).toEqual(contacts.flatMap(contact => [contact, contact]))
  expect(answers.slice(-3).map(answer => answer.status === 'rejected' && answer.reason.message)).toEqual([
    'No such contact.',
    'No such contact.',
    'No such contact.',
  ])
})

test('a contact is found by address in any case and by number, only in its own environment', async () => {
  const contact = await add({ email: 'Look@Example.com', phone_number: '+14155550100' })

  expect(await lookUpContact(database.db, live, { email: 'lOOK@example.COM' })).toEqual(contact)
  expect(await lookUpContact(database.db, live, { phoneNumber: '+14155550100' })).toEqual(contact)
  await expect(lookUpContact(database.db, test_, { email: 'look@example.com' })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(lookUpContact(database.db, live, { phoneNumber: '+14155550199' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('filters combine, newest first', async () => {
  const a = await add({ email: 'f1@filter.example', sms_subscribed: false })
  const b = await add({ email: 'f2@filter.example' })
  const c = await add({ email: 'f3@filter.example', email_subscribed: false })

  expect(ids(await list({ search: 'filter.example' }))).toEqual(ids([c, b, a]))
  expect(ids(await list({ search: 'filter.example', emailSubscribed: true }))).toEqual(ids([b, a]))
  expect(ids(await list({ search: 'filter.example', emailSubscribed: true, smsSubscribed: true }))).toEqual(ids([b]))
  expect(await list({ search: 'filter.example' }, test_)).toEqual([])
  expect(await list({ topicId: 'nonsense' })).toEqual([])
})

test('search finds parts of names, addresses and numbers in any case, and takes wildcards literally', async () => {
  const ada = await add({
    email: 'countess@search.example',
    first_name: 'Ada',
    last_name: 'Lovelace',
    phone_number: '+14155550777',
  })
  const odd = await add({ email: '100%_\\off@search.example'.replace('\\', '/') })

  for (const search of ['ada lovelace', 'LOVE', 'countess@', '5550777'])
    expect(ids(await list({ search }))).toEqual([ada.id])
  expect(ids(await list({ search: '100%_' }))).toEqual([odd.id])
  expect(ids(await list({ search: odd.id.slice(0, 30) }))).toContain(odd.id)
  expect(ids(await list({ search: ada.id }))).toEqual([ada.id])
  for (const part of [ada.id.slice(-8), ada.id.slice(15, 30), ada.id.slice(-11).toUpperCase()])
    expect(ids(await list({ search: part }))).toEqual([ada.id])
  expect(await list({ search: ada.id }, test_)).toEqual([])
  expect(await list({ search: '1%f' })).toEqual([])
  expect(await list({ search: 'ada_lovelace' })).toEqual([])
})

test('search finds a letter with an accent whether it is written as one character or as two', async () => {
  const composed = await add({ email: 'one@accent.example', first_name: 'Andr\u00e9' })
  const decomposed = await add({ email: 'two@accent.example', first_name: 'Andre\u0301' })

  for (const search of ['andr\u00e9', 'ANDRE\u0301', 'r\u00e9', 're\u0301']) {
    expect(ids(await list({ search })), search).toEqual(ids([decomposed, composed]))
    expect((await countContacts(database.db, live, { search })).count, search).toBe(2)
  }
})

test('part of an id is found both inside and outside the block index', async () => {
  const { live: caller } = await createCallers(database)
  const create = (n: number, at: Date) =>
    database.transaction(tx => createContacts(tx, [{ caller, asked: { email: `b${n}@block.example` }, now: at }]))
  const long = new Date(Date.now() - 3_600_000)
  for (let n = 0; n < blockSize; n++) await create(n, long)
  expect(await makeBlocks(database.db, 'contacts', new Date())).toBeGreaterThanOrEqual(blockSize)
  await create(blockSize, new Date())
  const all = await readContacts(database.db, caller, { limit: 100, before: undefined }, {})

  for (const { id } of [all[0], all[1], all[blockSize]].filter(one => one !== undefined))
    expect(
      ids(await readContacts(database.db, caller, { limit: 9, before: undefined }, { search: id.slice(15) })),
    ).toEqual([id])
  expect(await countContacts(database.db, caller, { search: all[9]?.id.slice(-9) })).toEqual({
    count: 1,
    isExact: true,
  })
})

test('pages repeat nothing and miss nothing while rows are added', async () => {
  const { live: caller } = await createCallers(database)
  const create = (n: number) =>
    database.transaction(tx =>
      createContacts(tx, [{ caller, asked: { email: `p${n}@page.example` }, now: new Date(time + n) }]),
    )
  for (let n = 0; n < 95; n++) await create(n)
  const seen: string[] = []
  let before: string | undefined
  for (let n = 95; ; n++) {
    const rows = await readContacts(database.db, caller, { limit: 10, before }, {})
    seen.push(...rows.slice(0, 10).map(row => row.email ?? ''))
    await create(n)
    if (rows.length <= 10) break
    before = rows[9]?.id
  }

  expect(seen).toEqual(Array.from({ length: 95 }, (_, n) => `p${94 - n}@page.example`))
})
