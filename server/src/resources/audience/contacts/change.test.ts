import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { changeContact, removeContact } from './change.ts'
import type { Contact } from './contact.ts'
import { createContacts } from './create.ts'
import { setMembership } from './membership.ts'

let database: Database
let live: Caller
let stranger: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const first = await createCallers(database)
  live = first.live
  stranger = first.test
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const later = new Date('2026-11-15T13:00:00.000Z')
let count = 0
async function aContact(): Promise<Contact> {
  const asked = { email: `c${++count}@example.com`, first_name: 'Ada' }
  const [contact] = await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now }]))
  if (!contact || contact instanceof Refusal) throw new Error('refused')
  return contact
}
const change = (id: string, asked: Parameters<typeof changeContact>[4], caller = live) =>
  database.transaction(tx => changeContact(tx, caller, later, id, asked))
const typesOf = async (id: string) => (await eventsOf(database, id)).map(event => event.type)

test('only given fields change', async () => {
  const contact = await aContact()

  const changed = await change(contact.id, { email_subscribed: false })

  expect(changed).toEqual({ ...contact, emailSubscribed: false, updatedAt: later })
})

test('a change is recorded with the previous state, and each changed channel has its own event', async () => {
  const contact = await aContact()
  await change(contact.id, { first_name: 'Grace', email_subscribed: false })
  await change(contact.id, { email_subscribed: true, sms_subscribed: false })

  expect(await typesOf(contact.id)).toEqual([
    'contact.created',
    'contact.updated',
    'contact.unsubscribed',
    'contact.updated',
    'contact.subscribed',
    'contact.unsubscribed',
  ])
  const [, updated, unsubscribed] = await eventsOf(database, contact.id)
  expect(updated?.data).toMatchObject({ first_name: 'Grace', previous: { first_name: 'Ada', email_subscribed: true } })
  expect(unsubscribed?.data).toMatchObject({ channel: 'email', email_subscribed: false })
})

test('an update that changes nothing records no event and keeps updated_at', async () => {
  const contact = await aContact()

  expect(await change(contact.id, { first_name: 'Ada', email_subscribed: true })).toEqual(contact)
  expect(await typesOf(contact.id)).toEqual(['contact.created'])
})

test('an empty name is stored', async () => {
  const contact = await aContact()

  expect((await change(contact.id, { first_name: '' })).firstName).toBe('')
})

test('the other environment can neither change nor delete the contact, and learns nothing', async () => {
  const contact = await aContact()
  const refusal = { code: 'not_found', details: { resource: 'contact' } }

  await expect(change(contact.id, { first_name: 'x' }, stranger)).rejects.toMatchObject(refusal)
  await expect(database.transaction(tx => removeContact(tx, stranger, later, contact.id))).rejects.toMatchObject(
    refusal,
  )
  await expect(change('01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11', {})).rejects.toMatchObject(refusal)
  expect(await typesOf(contact.id)).toEqual(['contact.created'])
})

test('a deleted contact is gone, a second deletion finds nothing, and its address is free again', async () => {
  const contact = await aContact()
  const remove = () => database.transaction(tx => removeContact(tx, live, later, contact.id))

  await remove()

  await expect(remove()).rejects.toMatchObject({ code: 'not_found' })
  expect(await typesOf(contact.id)).toEqual(['contact.created', 'contact.deleted'])
  const asked = { email: contact.email ?? '' }
  const [again] = await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now: later }]))
  expect(again).not.toBeInstanceOf(Refusal)
})

test('subscribing and unsubscribing again changes nothing and records nothing', async () => {
  const contact = await aContact()
  const topic = await database.transaction(tx => createTopic(tx, live, now, { name: 'news' }))
  const set = (subscribed: boolean) =>
    database.transaction(tx => setMembership(tx, live, later, { contactId: contact.id, topicId: topic.id, subscribed }))

  await set(false)
  await set(true)
  await set(true)
  await set(false)
  await set(false)

  expect(await typesOf(contact.id)).toEqual([
    'contact.created',
    'contact.topic_subscribed',
    'contact.topic_unsubscribed',
  ])
})

test('twenty concurrent subscriptions of one contact record one event', async () => {
  const contact = await aContact()
  const topic = await database.transaction(tx => createTopic(tx, live, now, { name: 'race' }))
  const asked = { contactId: contact.id, topicId: topic.id, subscribed: true }

  await Promise.all(Array.from({ length: 20 }, () => database.transaction(tx => setMembership(tx, live, later, asked))))

  expect(await typesOf(contact.id)).toEqual(['contact.created', 'contact.topic_subscribed'])
})

test('a subscription of an unknown contact or topic names what is unknown', async () => {
  const contact = await aContact()
  const nobody = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'
  const set = (contactId: string, topicId: string) =>
    database.transaction(tx => setMembership(tx, live, later, { contactId, topicId, subscribed: true }))

  await expect(set(nobody, nobody)).rejects.toMatchObject({ details: { resource: 'contact' } })
  await expect(set('x', 'y')).rejects.toMatchObject({ details: { resource: 'contact' } })
  await expect(set(contact.id, nobody)).rejects.toMatchObject({ details: { resource: 'topic' } })
  await expect(set(contact.id, 'y')).rejects.toMatchObject({ details: { resource: 'topic' } })
})
