import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { pager } from '#core/page.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { createSegment } from '#resources/audience/segments/create.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { removeContact } from './change.ts'
import { createContacts } from './create.ts'
import { readLists } from './in-segment/list.ts'
import { lookUpContact, readContactTopics } from './read.ts'
import { contactRoutes } from './routes.ts'
import { upsertContact } from './upsert.ts'

let database: Database
let live: Caller
let routes: ReturnType<typeof contactRoutes>
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
  routes = contactRoutes({ database, clock: () => new Date(), pager: pager(Buffer.alloc(32, 7)) })
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date()
type Put = Parameters<typeof upsertContact>[3]
const put = (asked: Put) => database.transaction(tx => upsertContact(tx, live, now, asked))

test('an upsert creates the contact and later changes it, whatever the case of the address', async () => {
  const created = await put({ email: 'put@example.com', first_name: 'Ada', email_subscribed: false })
  const changed = await put({ email: 'PUT@example.com', last_name: 'King' })

  expect(created).toMatchObject({ email: 'put@example.com', firstName: 'Ada', emailSubscribed: false })
  expect(changed).toMatchObject({ id: created.id, firstName: 'Ada', lastName: 'King', emailSubscribed: false })
  expect(await put({ email: 'put@example.com', last_name: 'King' })).toEqual(changed)
})

test('an upsert adds the contact to segments and topics, or changes nothing', async () => {
  const email = 'places@example.com'
  const [list, filtered] = await database.transaction(async tx => [
    await createSegment(tx, live, now, { name: 'Places' }),
    await createSegment(tx, live, now, { name: 'Places with a filter', filter: { event: 'order.paid' } }),
  ])
  const [news, offers] = await database.transaction(async tx => [
    await createTopic(tx, live, now, { name: 'Places: news' }),
    await createTopic(tx, live, now, { name: 'Places: offers', is_default_topic: true }),
  ])
  const slow = database.slowReads(live.environmentId)
  const placesOf = async ({ id }: { id: string }) => {
    const page = { limit: 10, before: undefined }
    const topics = await readContactTopics(slow, live, id, page, true)
    return [...(await readLists(slow, { ...live, id }, page)), ...topics].map(({ name }) => name)
  }
  const topics = { [news.id]: true, [offers.id]: false }
  const asked = { email, segment_ids: [list.id, list.id], topics }
  const unknown = newId(now)
  for (const places of [
    { topics: { ...topics, [unknown]: true } },
    { topics: { x: true } },
    { segment_ids: [list.id, unknown] },
    { segment_ids: [list.id, filtered.id] },
  ]) {
    await expect(put({ ...asked, ...places })).rejects.toThrow(Refusal)
    await expect(lookUpContact(database.db, live, { email })).rejects.toMatchObject({ code: 'not_found' })
  }

  const created = await put(asked)
  expect(await placesOf(created)).toEqual(['Places', 'Places: news'])
  expect(await put(asked), 'the second time').toEqual(created)
  await expect(put({ email, first_name: 'Ada', topics: { [unknown]: true } })).rejects.toThrow('No such topic.')
  expect(await put({ email, topics: { [news.id]: false } })).toMatchObject({ id: created.id, firstName: null })
  expect(await placesOf(created)).toEqual(['Places'])
})

test('a number of another contact is refused with the id of that contact', async () => {
  const holder = await put({ email: 'holder@example.com', phone_number: '+14155550123' })

  await expect(put({ email: 'late@example.com', phone_number: '+14155550123' })).rejects.toMatchObject({
    code: 'contact_exists',
    details: { id: holder.id },
  })
})

test('two concurrent upserts of one new address create one contact', async () => {
  const { promise: isCreated, resolve: created } = Promise.withResolvers<void>()
  const first = database.transaction(async tx => {
    await createContacts(tx, [{ caller: live, asked: { email: 'race@example.com', first_name: 'Ada' }, now }])
    created()
    await untilLockWait(database.db)
  })
  await isCreated
  const [, second] = await Promise.all([first, put({ email: 'race@example.com', last_name: 'King' })])

  expect(second).toMatchObject({ firstName: 'Ada', lastName: 'King' })
})

test.each([
  ['address', { email: 'passing@example.com' }],
  ['number', { email: 'other@example.com', phone_number: '+14155550177' }],
])('an upsert whose %s is taken by a contact that is deleted meanwhile creates the contact', async (_, holder) => {
  const asked = { email: 'passing@example.com', phone_number: '+14155550177', first_name: 'Ada' }
  let looks = 0
  const meanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++looks === 1) await database.transaction(tx => createContacts(tx, [{ caller: live, asked: holder, now }]))
      const [found] = result.rows
      if (found && 'phoneNumber' in found && found.id !== undefined && !gone.has(String(found.id))) {
        gone.add(String(found.id))
        await database.transaction(tx => removeContact(tx, live, now, String(found.id)))
      }
      return result
    },
  }
  const gone = new Set<string>()

  const contact = await database.transaction(tx => upsertContact(tx.withPlugin(meanwhile), live, now, asked))

  expect(gone.size).toBe(1)
  expect(contact).toMatchObject({ email: asked.email, phoneNumber: asked.phone_number, firstName: 'Ada' })
  await database.transaction(tx => removeContact(tx, live, now, contact.id))
})

test('each item of a batch gets its id or its refusal', async () => {
  const taken = await put({ email: 'taken@example.com' })
  const body = [
    { email: 'batch1@example.com' },
    { email: 'taken@example.com' },
    { email: 'batch2@example.com', properties: { x: 1 } },
  ]

  const answer = await routes.createContactBatch(live, { params: undefined, query: undefined, body }, {
    id: 'r',
  } as never) // as never: no idempotency key

  expect(answer).toMatchObject({
    data: [
      { id: expect.any(String) },
      {
        error: {
          code: 'contact_exists',
          message: expect.stringContaining('exists already'),
          details: { id: taken.id },
        },
      },
      { error: { code: 'validation_error', details: [{ path: 'properties.x' }] } },
    ],
  })
})

test('contacts are counted with the list filters, up to a limit', async () => {
  const { live: caller } = await createCallers(database)
  const count = (query: object) => routes.countContacts(caller, { params: undefined, body: undefined, query })
  await database.pool.query(
    `insert into contacts (environment_id, id, email, email_subscribed, sms_subscribed, created_at, updated_at)
     select $1, gen_random_uuid(), 'n' || n || '@example.com', n > 3, true, now(), now() from generate_series(1, 10001) n`,
    [caller.environmentId],
  )

  expect(await count({})).toEqual({ count: 10_000, is_exact: false })
  expect(await count({ email_subscribed: false })).toEqual({ count: 3, is_exact: true })
  expect(await count({ search: 'n1000' })).toEqual({ count: 3, is_exact: true })
  expect(await count({ topic_id: 'none' })).toEqual({ count: 0, is_exact: true })
})

test('all topics are listed with the contact’s subscription', async () => {
  const { live: caller } = await createCallers(database)
  const topic = (name: string, is_default_topic: boolean, at: number) =>
    database.transaction(tx => createTopic(tx, caller, new Date(now.getTime() + at), { name, is_default_topic }))
  await topic('News', true, 1)
  await topic('Offers', false, 2)
  const contact = await database.transaction(tx => upsertContact(tx, caller, now, { email: 'topics@example.com' }))
  const topics = async (query: object) =>
    (await routes.listContactTopics(caller, { params: { id: contact.id }, body: undefined, query })).data.map(
      ({ name, subscribed }) => [name, subscribed],
    )

  expect(await topics({})).toEqual([
    ['Offers', false],
    ['News', true],
  ])
  expect(await topics({ subscribed: true })).toEqual([['News', true]])
  await expect(
    routes.listContactTopics(live, { params: { id: contact.id }, body: undefined, query: {} }),
  ).rejects.toMatchObject({ code: 'not_found' })
})
