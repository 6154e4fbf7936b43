import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { pager } from '#core/page.ts'
import type { Database } from '#postgres/database.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { optOut } from '#resources/messages/opt-outs/change.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { contactConsoleRoutes } from './console-routes.ts'
import { type ContactRow, importContacts } from './import.ts'
import { setMembership } from './membership.ts'
import { lookUpContact, readContacts, readContactTopics } from './read.ts'
import { contactRoutes } from './routes.ts'
import { lockContacts } from './store.ts'

let database: Database
let caller: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
beforeEach(async () => {
  caller = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const take = (rows: readonly ContactRow[]) => database.transaction(tx => importContacts(tx, caller, new Date(), rows))

const find = (email: string) => lookUpContact(database.db, caller, { email })

test('importing 500 rows with invalid and duplicate ones creates each valid contact once and reports each invalid row', async () => {
  const rows = Array.from({ length: 500 }, (_, nth): ContactRow => {
    if (nth % 50 === 7) return { email: `not an address ${nth}` }
    if (nth % 50 === 8) return { first_name: 'Nobody' }
    if (nth % 50 === 9) return { phone_number: '12' }
    if (nth % 50 === 10) return { email: `PERSON-${nth - 10}@example.com`, first_name: `Person ${nth - 10}` }
    return { email: `person-${nth}@example.com`, first_name: `Person ${nth}` }
  })

  const first = await take(rows)
  const second = await take(rows)

  expect(first).toMatchObject({ created: 460, updated: 0, unchanged: 10 })
  expect(first.refused.map(one => one.row)).toEqual(
    rows.flatMap((_, nth) => ([7, 8, 9].includes(nth % 50) ? [nth] : [])),
  )
  expect(first.refused.slice(0, 3).map(one => one.message)).toEqual([
    expect.stringContaining('not an email address'),
    expect.stringContaining('needs an email address or a phone number'),
    expect.stringContaining('not a phone number'),
  ])
  expect(second).toMatchObject({ created: 0, updated: 0, unchanged: 470 })
  expect(await readContacts(database.db, caller, { limit: 1_000, before: undefined }, {})).toHaveLength(460)
})

test('a row whose holder cannot be found says to try again', async () => {
  // Whoever holds the address is always gone before we look.
  await database.pool.query(`
    create function drop_ghosts() returns trigger language plpgsql as 'begin return null; end';
    create trigger drop_ghosts before insert on contacts for each row when (new.email = 'ghost@example.com')
      execute function drop_ghosts()`)

  const done = await take([{ email: 'ghost@example.com' }, { email: 'body@example.com' }])

  expect(done).toEqual({
    ...{ created: 1, updated: 0, unchanged: 0 },
    refused: [{ row: 0, message: expect.stringContaining('Try again') }],
  })
})

test('of two rows for one contact the later wins, and empty cells change nothing', async () => {
  await take([{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' }])

  const done = await take([
    { email: 'ADA@example.com', last_name: 'King' },
    { email: 'ada@example.com', first_name: '  ', last_name: 'Lovelace' },
  ])

  expect(done).toEqual({ created: 0, updated: 2, unchanged: 0, refused: [] })
  expect(await find('ada@example.com')).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' })
})

const number = '+14155552671'
test.each<[string, ContactRow[], ContactRow[]]>([
  [
    'a new contact, by address and number and then by number',
    [],
    [
      { email: 'zoe@example.com', phone_number: number, first_name: 'one' },
      { phone_number: number, first_name: 'two' },
    ],
  ],
  [
    'a new contact, by two addresses with one number',
    [],
    [
      { email: 'zoe@example.com', phone_number: number, first_name: 'one' },
      { email: 'ada@example.com', phone_number: number, first_name: 'two' },
    ],
  ],
  [
    'an existing contact, by address and then by number',
    [{ email: 'zoe@example.com', phone_number: number }],
    [
      { email: 'zoe@example.com', first_name: 'one' },
      { phone_number: '+1 415 555-2671', first_name: 'two' },
    ],
  ],
])('of several rows for %s, the last wins', async (_, before, rows) => {
  await take(before)

  expect((await take(rows)).refused).toEqual([])

  const contacts = await readContacts(database.db, caller, { limit: 10, before: undefined }, {})
  expect(contacts).toMatchObject([{ email: 'zoe@example.com', phoneNumber: number, firstName: 'two' }])
})

test('field cells are parsed by type, and an export writes them back', async () => {
  const declare = (key: string, type: 'string' | 'number' | 'boolean' | 'date') =>
    database.transaction(tx => createField(tx, caller, new Date(), { key, type }))
  await declare('plan', 'string')
  await declare('seats', 'number')
  await declare('vip', 'boolean')
  await take([{ email: 'old@example.com', properties: { plan: 'free', seats: '1' } }])

  const done = await take([
    { email: 'new@example.com', properties: { plan: 'pro, yearly', seats: ' -5.5 ', vip: 'TRUE' } },
    { email: 'old@example.com', properties: { plan: ' ', seats: '2' } },
    { email: 'wrong@example.com', properties: { seats: 'many' } },
    { email: 'unknown@example.com', properties: { plam: 'x' } },
  ])

  expect(done).toEqual({
    ...{ created: 1, updated: 1, unchanged: 0 },
    refused: [
      { row: 2, message: 'seats: "many" must be a number' },
      { row: 3, message: 'plam is not a contact field; did you mean plan?' },
    ],
  })
  expect((await find('old@example.com')).properties).toEqual({ plan: 'free', seats: 2 })
  const member = { ...caller, person: { id: '', name: '', email: '', hasTotp: false }, role: 'owner' } as const
  const asked = { params: undefined, query: {}, body: undefined }
  let csv = ''
  for await (const part of contactConsoleRoutes({ database, clock: () => new Date() }).exportContacts(member, asked))
    csv += part
  expect(csv.split('\r\n')[0]).toBe(
    'email,phone_number,first_name,last_name,email_subscribed,sms_subscribed,created_at,plan,seats,vip',
  )
  expect(csv).toMatch(/^new@example.com,.*,"pro, yearly",'-5.5,true$/m)
})

test('an import never resubscribes contacts that have unsubscribed or said STOP', async () => {
  await take([{ email: 'no@example.com', email_subscribed: false }, { email: 'yes@example.com' }])
  await database.transaction(tx => optOut(tx, { environmentId: caller.environmentId, number, at: new Date() }))

  await take([
    { email: 'no@example.com', email_subscribed: true },
    { email: 'yes@example.com', email_subscribed: true, sms_subscribed: true },
    { email: 'stop@example.com', phone_number: '+1 (415) 555-2671', sms_subscribed: true },
  ])

  expect((await find('no@example.com')).emailSubscribed).toBe(false)
  expect((await find('yes@example.com')).emailSubscribed).toBe(true)
  expect(await find('stop@example.com')).toMatchObject({ phoneNumber: number, smsSubscribed: false })
})

test('a row with a number alone cannot subscribe to a topic that asks for a confirmation, and does not affect the others', async () => {
  const confirmation = { from: 'Acme <news@acme.test>' }
  const { id: topic } = await database.transaction(tx =>
    createTopic(tx, caller, new Date(), { name: 'Confirmed', confirm: true, confirmation }),
  )
  const topics = { [topic]: true }
  await take([{ email: 'known@example.com', phone_number: '+14155550111' }])

  const imported = await take([
    { email: 'new@example.com', topics },
    { phone_number: '+14155550112', topics },
    { phone_number: '+14155550111', topics },
    { email: 'both@example.com', phone_number: '+14155550113' },
    { phone_number: '+14155550113', topics },
  ])

  expect(imported).toEqual({
    ...{ created: 2, updated: 0, unchanged: 2 },
    refused: [{ row: 1, message: expect.stringContaining('needs an email address') }],
  })
  await expect(lookUpContact(database.db, caller, { phoneNumber: '+14155550112' })).rejects.toThrow()
})

test('of several rows for one contact and topic the last wins, and leaving a topic withdraws a request to confirm it', async () => {
  const confirmation = { from: 'Acme <news@acme.test>' }
  const [plain, confirmed] = await database.transaction(async tx => [
    (await createTopic(tx, caller, new Date(), { name: 'Plain' })).id,
    (await createTopic(tx, caller, new Date(), { name: 'Confirmed', confirm: true, confirmation })).id,
  ])
  const email = 'twice@example.com'
  await take([{ email, topics: { [confirmed]: true } }])
  const stateOf = async (topic: string) => {
    const { id } = await find(email)
    const topics = await readContactTopics(database.db, caller, id, { limit: 10, before: undefined }, undefined)
    const { subscribed, pending } = topics.find(one => one.id === topic) ?? {}
    return { subscribed, pending }
  }
  expect(await stateOf(confirmed)).toEqual({ subscribed: false, pending: true })

  const imported = await take([
    { email, topics: { [plain]: true } },
    { email, topics: { [plain]: false, [confirmed]: false } },
  ])

  expect(imported).toMatchObject({ updated: 0, unchanged: 2, refused: [] })
  expect(await stateOf(plain)).toEqual({ subscribed: false, pending: false })
  expect(await stateOf(confirmed)).toEqual({ subscribed: false, pending: false })
})

test('rows subscribe to topics and unsubscribe from them, and never resubscribe a contact that has left a topic', async () => {
  const now = new Date()
  const [news, offers] = await database.transaction(async tx => [
    (await createTopic(tx, caller, now, { name: 'News', is_default_topic: true })).id,
    (await createTopic(tx, caller, now, { name: 'Offers' })).id,
  ])
  const topicsOf = async (email: string) => {
    const { id } = await find(email)
    const topics = await readContactTopics(database.db, caller, id, { limit: 10, before: undefined }, true)
    return topics.map(topic => topic.name).toSorted()
  }
  const rows = [
    { email: 'both@example.com', topics: { [news]: true, [offers]: true } },
    { email: 'none@example.com', topics: { [news]: false } },
  ]
  await take([{ email: 'both@example.com' }, { email: 'gone@example.com', phone_number: number }])
  const gone = (await find('gone@example.com')).id
  const leave = { contactId: gone, topicId: news, subscribed: false }
  await database.transaction(tx => setMembership(tx, caller, now, leave))

  const first = await take(rows)
  const second = await take(rows)
  const byNumber = await take([{ phone_number: number, topics: { [news]: true, [offers]: true } }])

  expect(first).toMatchObject({ created: 1, updated: 1, unchanged: 0 })
  expect(second).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect(byNumber).toMatchObject({ updated: 1 })
  expect(await topicsOf('both@example.com')).toEqual(['News', 'Offers'])
  expect(await topicsOf('none@example.com')).toEqual([])
  expect(await topicsOf('gone@example.com')).toEqual(['Offers'])
  await expect(take([{ email: 'x@example.com', topics: { nothing: true } }])).rejects.toThrow('topic')
})

test('a dry run returns the same as the import after it, and changes nothing', async () => {
  const { importContacts: handle } = contactRoutes({
    database,
    clock: () => new Date(),
    pager: pager(Buffer.alloc(32, 7)),
  })
  const rows = [{ email: 'ada@example.com' }, { email: 'ADA@example.com', first_name: 'Ada' }, { email: 'no' }]
  const ask = (dry_run: boolean) => handle(caller, { body: { rows, dry_run }, params: undefined, query: undefined })

  const dry = await ask(true)
  const there = await readContacts(database.db, caller, { limit: 10, before: undefined }, {})

  expect(there).toEqual([])
  expect(await ask(false)).toEqual(dry)
  expect(dry).toMatchObject({ created: 1, updated: 1, refused: [{ row: 2 }] })
})

test('two simultaneous imports that mix addresses and numbers neither deadlock nor lose a row', async () => {
  const rows = Array.from({ length: 100 }, (_, nth): ContactRow[] => {
    const phone_number = `+1415555${1_000 + nth}`
    return [{ email: `mixed-${nth}@example.com`, phone_number }, { phone_number }]
  }).flat()
  let tries = 0
  const takeCounted = (given: readonly ContactRow[]) =>
    database.transaction(tx => {
      tries += 1
      return importContacts(tx, caller, new Date(), given)
    })

  const addresses = rows.filter(({ email }) => email)
  const both = await Promise.all([takeCounted(rows), takeCounted(addresses.toReversed())])

  expect(both.map(one => one.created).toSorted()).toEqual([0, 100])
  expect(tries).toBe(2)
})

test('two simultaneous imports of one file create each contact once', async () => {
  const rows = Array.from({ length: 200 }, (_, nth) => ({ email: `twice-${nth}@example.com`, first_name: `${nth}` }))

  const both = await Promise.all([take(rows), take(rows.toReversed())])

  expect(both.map(one => one.created).reduce((sum, one) => sum + one)).toBe(200)
  expect(both.flatMap(one => one.refused)).toEqual([])
})

test('an import cannot deadlock: contacts are locked in the usual order', async () => {
  // The contact with the later address is the older one.
  await take([{ email: 'zoe@example.com' }])
  await take([{ email: 'ada@example.com' }])
  const [zoe, ada] = [await find('zoe@example.com'), await find('ada@example.com')]
  const { environmentId } = caller
  const rows = [ada, zoe].map(({ email }) => ({ email: email ?? '', first_name: 'New' }))
  let tries = 0
  let importing: Promise<unknown> | undefined

  await database.transaction(async tx => {
    await lockContacts(tx, [{ environmentId, id: zoe.id }])
    importing = database.transaction(other => {
      tries += 1
      return importContacts(other, caller, new Date(), rows)
    })
    await untilLockWait(database.db)
    await lockContacts(tx, [{ environmentId, id: ada.id }])
  })

  expect(await importing).toMatchObject({ updated: 2 })
  expect(tries).toBe(1)
})
