import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { pager } from '#core/page.ts'
import type { Member } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { changeContact, removeContact } from '../change.ts'
import type { Contact } from '../contact.ts'
import { createContacts } from '../create.ts'
import { recordCustomEvents } from '../custom-events/record.ts'
import { setMembership } from '../membership.ts'
import { contactRoutes } from '../routes.ts'

let database: Database
let live: Member
let other: Member
let routes: ReturnType<typeof contactRoutes>
let time = Date.parse('2026-11-15T12:00:00.000Z')
const clock = () => new Date(++time)
const person = { id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11', name: 'Ada', email: 'ada@example.com', hasTotp: false }
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = { ...callers.live, person, role: 'viewer' }
  other = { ...callers.test, person, role: 'owner' }
  routes = contactRoutes({ database, clock, pager: pager(Buffer.alloc(32, 7)) })
})
afterAll(() => database[Symbol.asyncDispose]())

let count = 0
const newAddress = () => `history${++count}@example.com`
async function create(asked: Parameters<typeof createContacts>[1][number]['asked']): Promise<Contact> {
  const [contact] = await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now: clock() }]))
  return contact as Contact // as: the address is new
}
const change = (id: string, asked: Parameters<typeof changeContact>[4]) =>
  database.transaction(tx => changeContact(tx, live, clock(), id, asked))
const read = (id: string, query: { limit?: number; cursor?: string } = {}, member = live) =>
  routes.listContactHistory(member, { params: { id }, query, body: undefined })
const happenedTo = async (id: string) =>
  (await read(id)).data.map(({ id: _id, created_at: _at, type, ...rest }) => ({ [type]: rest }))

test('the first event shows the subscribed channels that have an address', async () => {
  const both = await create({ email: newAddress(), phone_number: '+14155550171' })
  const email = await create({ email: newAddress() })
  const neither = await create({ email: newAddress(), email_subscribed: false })

  expect(await happenedTo(both.id)).toEqual([{ 'contact.created': { channels: ['email', 'sms'] } }])
  expect(await happenedTo(email.id)).toEqual([{ 'contact.created': { channels: ['email'] } }])
  expect(await happenedTo(neither.id)).toEqual([{ 'contact.created': { channels: [] } }])
})

test('changes are shown with their previous values, and each subscription once', async () => {
  const { id } = await create({ email: newAddress(), first_name: 'Ada' })
  await change(id, { first_name: 'Augusta', last_name: 'King' })
  await change(id, { email_subscribed: false })
  await change(id, { last_name: '', email_subscribed: true, sms_subscribed: false })

  expect(await happenedTo(id)).toEqual([
    { 'contact.unsubscribed': { channels: ['sms'] } },
    { 'contact.subscribed': { channels: ['email'] } },
    { 'contact.updated': { changes: [{ field: 'last_name', from: 'King', to: null }] } },
    { 'contact.unsubscribed': { channels: ['email'] } },
    {
      'contact.updated': {
        changes: [
          { field: 'first_name', from: 'Ada', to: 'Augusta' },
          { field: 'last_name', from: null, to: 'King' },
        ],
      },
    },
    { 'contact.created': { channels: ['email'] } },
  ])
})

test('setting a missing name to an empty one is not a change', async () => {
  const { id } = await create({ email: newAddress() })
  await change(id, { first_name: '' })

  expect(await happenedTo(id)).toHaveLength(1)
})

test('topics are shown by id, including the default topics at creation', async () => {
  const make = (name: string, is_default_topic: boolean) =>
    database.transaction(tx => createTopic(tx, live, clock(), { name, is_default_topic }))
  const [news, offers] = [await make('News', true), await make('Offers', false)]
  const { id } = await create({ email: newAddress() })
  const set = (topicId: string, subscribed: boolean) =>
    database.transaction(tx => setMembership(tx, live, clock(), { contactId: id, topicId, subscribed }))
  await set(offers.id, true)
  await set(news.id, false)

  expect(await happenedTo(id)).toEqual([
    { 'contact.topic_unsubscribed': { topic_id: news.id } },
    { 'contact.topic_subscribed': { topic_id: offers.id } },
    { 'contact.topic_subscribed': { topic_id: news.id } },
    { 'contact.created': { channels: ['email'] } },
  ])
})

test('paging returns each event once, even if all have the same timestamp', async () => {
  const { id } = await create({ email: newAddress() })
  const moment = clock()
  await database.transaction(async tx => {
    for (let nth = 0; nth < 7; nth++) await changeContact(tx, live, moment, id, { first_name: `Name ${nth}` })
  })

  const names: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await read(id, { limit: 2, ...(cursor && { cursor }) })
    expect(page.data.length).toBeLessThanOrEqual(2)
    names.push(...page.data.flatMap(({ changes = [] }) => changes.map(({ to }) => to)))
    cursor = page.next_cursor
  } while (cursor)

  expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map(nth => `Name ${nth}`))
})

test('a cursor is bound to its contact', async () => {
  const [one, another] = [await create({ email: newAddress() }), await create({ email: newAddress() })]
  await change(one.id, { first_name: 'Ada' })
  const { next_cursor: cursor = '' } = await read(one.id, { limit: 1 })

  await expect(read(another.id, { limit: 1, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('contacts of others, deleted contacts and unknown ids are all not found', async () => {
  const [one, deleted] = [await create({ email: newAddress() }), await create({ email: newAddress() })]
  await database.transaction(tx => removeContact(tx, live, clock(), deleted.id))
  const refusal = { code: 'not_found', message: 'No such contact.', details: { resource: 'contact' } }

  await expect(read(one.id, {}, other)).rejects.toMatchObject(refusal)
  for (const id of [deleted.id, '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11', 'x'])
    await expect(read(id)).rejects.toMatchObject(refusal)
})

test('declared fields and custom events are part of the history', async () => {
  await database.transaction(tx => createField(tx, live, clock(), { key: 'plan', type: 'string' }))
  const { id } = await create({ email: newAddress(), properties: { plan: 'free' } })
  await change(id, { properties: { plan: 'pro' } })
  const asked = { event: 'order.paid', contact_id: id, data: { amount: 5 } }
  await database.transaction(tx => recordCustomEvents(tx, [{ caller: live, asked, now: clock() }]))

  expect((await happenedTo(id)).slice(0, 2)).toEqual([
    { 'custom.order.paid': { data: { amount: 5 } } },
    { 'contact.updated': { changes: [{ field: 'properties.plan', from: 'free', to: 'pro' }] } },
  ])
})
