import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import type { Contact } from './contact.ts'
import { createContacts } from './create.ts'
import { readContacts } from './read.ts'
import { insertMemberships } from './store.ts'

let database: Database
let live: Caller
let other: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
  other = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
type Asked = Parameters<typeof createContacts>[1][number]['asked']
const create = (caller: Caller, ...asked: Asked[]) =>
  database.transaction(tx =>
    createContacts(
      tx,
      asked.map(one => ({ caller, asked: one, now })),
    ),
  )
const one = async (caller: Caller, asked: Asked): Promise<Contact> => {
  const [contact] = await create(caller, asked)
  if (!contact || contact instanceof Refusal) throw new Error('refused')
  return contact
}

test('a new contact is subscribed to both channels by default', async () => {
  expect(await one(live, { email: 'default@example.com' })).toMatchObject({
    emailSubscribed: true,
    smsSubscribed: true,
  })
  expect(await one(live, { email: 'quiet@example.com', email_subscribed: false, sms_subscribed: false })).toMatchObject(
    {
      emailSubscribed: false,
      smsSubscribed: false,
    },
  )
})

test('any number of subscriptions are saved by one statement: 1,000 contacts can join 17 topics', async () => {
  const { live: caller } = await createCallers(database)
  const { environmentId } = caller
  const created = await create(caller, ...Array.from({ length: 1_000 }, (_, nth) => ({ email: `p${nth}@example.com` })))
  const rows = await database.transaction(async tx => {
    const topics = []
    for (let nth = 0; nth < 17; nth++) topics.push(await createTopic(tx, caller, now, { name: `News ${nth}` }))
    return topics.flatMap(({ id: topicId }) =>
      created.map(contact => ({ environmentId, contactId: String(Object(contact).id), topicId, at: now })),
    )
  })

  expect(await database.transaction(tx => insertMemberships(tx, rows))).toBe(17_000)
  expect(await database.transaction(tx => insertMemberships(tx, rows)), 'the second time').toBe(0)
})

test('addresses are compared without case', async () => {
  const first = await one(live, { email: 'Case@Example.com' })

  const [refusal] = await create(live, { email: 'case@example.COM' })

  expect(refusal).toMatchObject({ code: 'contact_exists', details: { id: first.id } })
})

test('the email of one contact with the phone number of another is refused', async () => {
  const holder = await one(live, { email: 'first@example.com' })
  await one(live, { phone_number: '+14155550001' })

  const [refusal] = await create(live, { email: 'first@example.com', phone_number: '+14155550001' })

  expect(refusal).toMatchObject({ code: 'contact_exists', details: { id: holder.id } })
})

test('duplicates in one batch: the first is created, the second is refused with its id', async () => {
  const [first, second, third] = await create(
    live,
    { email: 'twin@example.com' },
    { email: 'TWIN@example.com' },
    { email: 'single@example.com' },
  )

  expect(first).not.toBeInstanceOf(Refusal)
  expect(second).toMatchObject({ code: 'contact_exists', details: { id: (first as Contact).id } })
  expect(third).not.toBeInstanceOf(Refusal)
})

test('two transactions that create the same contacts in different orders do not deadlock', async () => {
  const [ada, zoe] = [{ email: 'ada@at-once.example' }, { email: 'ZOE@at-once.example' }]
  let tries = 0
  let others: Promise<unknown> | undefined

  await database.transaction(async tx => {
    await createContacts(tx, [{ caller: live, asked: ada, now }])
    others = database.transaction(other => {
      tries += 1
      return createContacts(
        other,
        [zoe, ada].map(asked => ({ caller: live, asked, now })),
      )
    })
    await untilLockWait(database.db)
    await createContacts(tx, [{ caller: live, asked: zoe, now }])
  })

  expect(await others).toMatchObject([{ code: 'contact_exists' }, { code: 'contact_exists' }])
  expect(tries).toBe(1)
})

test('two organizations may have the same person as a contact', async () => {
  await one(live, { email: 'shared@example.com' })

  expect(await one(other, { email: 'shared@example.com' })).toBeDefined()
})

test('the event is recorded with the contact, and not for a refused one', async () => {
  const contact = await one(live, { email: 'fact@example.com', first_name: 'Ada' })
  await create(live, { email: 'fact@example.com' })

  expect(await eventsOf(database, contact.id)).toEqual([
    {
      type: 'contact.created',
      data: expect.objectContaining({ id: contact.id, email: 'fact@example.com', first_name: 'Ada' }),
    },
  ])
})

test('a rollback leaves neither the contact nor its event', async () => {
  let id = ''
  await database
    .transaction(async tx => {
      const [contact] = await createContacts(tx, [{ caller: live, asked: { email: 'undone@example.com' }, now }])
      id = (contact as Contact).id
      throw new Error('undo')
    })
    .catch(() => {})

  expect(await eventsOf(database, id)).toEqual([])
  expect(await one(live, { email: 'undone@example.com' })).toBeDefined()
})

test('a new contact is subscribed to every default topic of its own environment', async () => {
  const { live: caller } = await createCallers(database)
  const topic = (name: string, is_default_topic: boolean, who = caller) =>
    database.transaction(tx => createTopic(tx, who, now, { name, is_default_topic }))
  const [a, b, c] = [await topic('a', true), await topic('b', true), await topic('c', false)]
  await topic('elsewhere', true, other)

  const contact = await one(caller, { email: 'topics@example.com' })

  const members = (topicId: string) => readContacts(database.db, caller, { limit: 10, before: undefined }, { topicId })
  expect((await members(a.id)).map(member => member.id)).toEqual([contact.id])
  expect((await members(b.id)).map(member => member.id)).toEqual([contact.id])
  expect(await members(c.id)).toEqual([])
  expect((await eventsOf(database, contact.id)).map(event => event.type)).toEqual([
    'contact.created',
    'contact.topic_subscribed',
    'contact.topic_subscribed',
  ])
})
