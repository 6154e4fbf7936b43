import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { optIn, optOut } from '#resources/messages/opt-outs/change.ts'
import { numberKey } from '#resources/messages/opt-outs/number-key.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { changeContact } from '../change.ts'
import type { Contact } from '../contact.ts'
import { createContacts } from '../create.ts'
import { lookUpContact } from '../read.ts'
import { setSmsSubscribed, smsUnsubscribedAmong } from './sms-subscription.ts'

let database: Database
let live: Caller
let stranger: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  stranger = callers.test
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const later = new Date('2026-11-15T13:00:00.000Z')
let count = 0
const newNumber = () => `+1415555${String(++count).padStart(4, '0')}`
const of = (number: string, { environmentId } = live) => ({ environmentId, number })

async function create(phone_number: string, { subscribed = true, caller = live } = {}): Promise<Contact> {
  const asked = { phone_number, sms_subscribed: subscribed }
  const [contact] = await database.transaction(tx => createContacts(tx, [{ caller, asked, now }]))
  if (!contact || contact instanceof Refusal) throw new Error('refused')
  return contact
}
const by = { method: 'sms_keyword', sourceId: null } as const
const set = (number: string, subscribed: boolean, caller = live) =>
  database.transaction(tx => setSmsSubscribed(tx, { ...of(number, caller), subscribed, by, at: later }))
const stop = (number: string) => database.transaction(tx => optOut(tx, { ...of(number), at: now }))
const change = (id: string, asked: Parameters<typeof changeContact>[4]) =>
  database.transaction(tx => changeContact(tx, live, later, id, asked))
const current = (number: string, caller = live) => lookUpContact(database.db, caller, { phoneNumber: number })
const typesOf = async (id: string) => (await eventsOf(database, id)).map(event => event.type)

test('unsubscribed contacts are found by number; unknown numbers have not opted out', async () => {
  const [yes, no, unknown] = [newNumber(), newNumber(), newNumber()]
  await create(yes)
  await create(no, { subscribed: false })

  const found = await smsUnsubscribedAmong(
    database.db,
    [yes, no, no, unknown].flatMap(number => [of(number), of(number, stranger)]),
  )

  expect(found).toEqual(new Set([numberKey(of(no))]))
  expect(await smsUnsubscribedAmong(database.db, [])).toEqual(new Set())
})

test('the query is sent at once: later writes are not in its result', async () => {
  const number = newNumber()
  const request = { caller: live, asked: { phone_number: number, sms_subscribed: false }, now }
  const asked = await database.transaction(async tx => {
    await createContacts(tx, [request])
    const query = smsUnsubscribedAmong(tx, [of(number)])
    const { numDeletedRows } = await tx.deleteFrom('contacts').where('phone_number', '=', number).executeTakeFirst()
    return { found: await query, numDeletedRows }
  })

  expect(asked).toEqual({ found: new Set([numberKey(of(number))]), numDeletedRows: 1n })
})

test('a STOP and a START change the contact and are recorded like a change through the API', async () => {
  const number = newNumber()
  const contact = await create(number)

  expect(await set(number, false)).toBe(true)
  expect(await current(number)).toEqual({ ...contact, smsSubscribed: false, updatedAt: later })
  expect(await set(number, true)).toBe(true)

  const twin = await create(newNumber())
  await change(twin.id, { sms_subscribed: false })
  await change(twin.id, { sms_subscribed: true })
  expect(await typesOf(contact.id)).toEqual(await typesOf(twin.id))
  const [, updated, unsubscribed] = await eventsOf(database, contact.id)
  expect(updated).toMatchObject({
    type: 'contact.updated',
    data: { sms_subscribed: false, previous: { sms_subscribed: true } },
  })
  expect(unsubscribed).toMatchObject({ type: 'contact.unsubscribed', data: { channel: 'sms', sms_subscribed: false } })
})

test('a repeated STOP changes nothing and records nothing', async () => {
  const number = newNumber()
  const contact = await create(number)

  await Promise.all(Array.from({ length: 10 }, () => set(number, false)))

  expect(await set(number, false)).toBe(false)
  expect(await typesOf(contact.id)).toEqual(['contact.created', 'contact.updated', 'contact.unsubscribed'])
})

test('a STOP changes no contact in another environment, and works without a contact', async () => {
  const number = newNumber()
  await create(number, { caller: stranger })

  expect(await set(number, false)).toBe(false)
  expect((await current(number, stranger)).smsSubscribed).toBe(true)
})

test('a contact created with a stopped number takes no SMS, whatever the request says', async () => {
  const number = newNumber()
  await stop(number)

  const contact = await create(number)

  expect(contact.smsSubscribed).toBe(false)
  expect(await current(number)).toEqual(contact)
  expect(await eventsOf(database, contact.id)).toMatchObject([{ data: { sms_subscribed: false } }])
})

test('a STOP affects only its own number in its own environment', async () => {
  const [silent, other] = [newNumber(), newNumber()]
  await stop(silent)
  const ask = (phone_number: string, caller: Caller) => ({ caller, asked: { phone_number }, now })

  const created = await database.transaction(tx =>
    createContacts(tx, [
      ask(silent, live),
      ask(other, live),
      ask(silent, stranger),
      { caller: live, asked: { email: 'no.phone@example.com' }, now },
    ]),
  )

  expect(created.map(one => one instanceof Refusal || one.smsSubscribed)).toEqual([false, true, true, true])
})

test('only the number itself can undo a STOP', async () => {
  const number = newNumber()
  const contact = await create(number)
  await stop(number)
  await set(number, false)

  await expect(change(contact.id, { first_name: 'Ada', sms_subscribed: true })).rejects.toMatchObject({
    code: 'recipient_opted_out',
    message: `${number} has said STOP. Only a START from this number can subscribe it again.`,
  })
  expect(await current(number)).toMatchObject({ firstName: null, smsSubscribed: false })

  await database.transaction(tx => optIn(tx, of(number)))
  expect((await change(contact.id, { sms_subscribed: true })).smsSubscribed).toBe(true)
})

test('a number that has said STOP leaves the rest of the contact free to change', async () => {
  const number = newNumber()
  await stop(number)
  const contact = await create(number)

  expect(await change(contact.id, { first_name: 'Ada', email_subscribed: true, sms_subscribed: false })).toMatchObject({
    firstName: 'Ada',
    smsSubscribed: false,
  })
})

test('a STOP during a concurrent subscription wins', async () => {
  const number = newNumber()
  const contact = await create(number, { subscribed: false })
  const say = () =>
    database.transaction(async tx => {
      await optOut(tx, { ...of(number), at: later })
      await setSmsSubscribed(tx, { ...of(number), subscribed: false, by, at: later })
    })
  for (let nth = 0; nth < 20; nth++) {
    await database.transaction(tx => optIn(tx, of(number)))

    await Promise.allSettled([change(contact.id, { sms_subscribed: true }), say()])

    expect((await current(number)).smsSubscribed).toBe(false)
  }
})

const asked = (number: string) => ({ caller: live, asked: { phone_number: number }, now })
/** What STOP and START do: first the list, then the contact. */
const say = (tx: Tx, number: string, subscribed: boolean) =>
  (subscribed ? optIn(tx, of(number)) : optOut(tx, { ...of(number), at: now })).then(() =>
    setSmsSubscribed(tx, { ...of(number), subscribed, by, at: later }),
  )

test.each([
  ['STOP', false],
  ['START', true],
])('a %s while its contact is being created takes effect', async (_, subscribed) => {
  const number = newNumber()
  if (subscribed) await stop(number)
  let said: Promise<unknown> | undefined

  await database.transaction(async tx => {
    await createContacts(tx, [asked(number)])
    said = database.transaction(other => say(other, number, subscribed))
    await Promise.race([said, untilLockWait(database.db)])
  })
  await said

  expect((await current(number)).smsSubscribed).toBe(subscribed)
})

test.each([
  ['STOP', false],
  ['START', true],
])('a contact created during a %s follows it', async (_, subscribed) => {
  const number = newNumber()
  if (subscribed) await stop(number)
  let created: Promise<unknown> | undefined

  await database.transaction(async tx => {
    await say(tx, number, subscribed)
    created = database.transaction(other => createContacts(other, [asked(number)]))
    await Promise.race([created, untilLockWait(database.db)])
  })
  await created

  expect((await current(number)).smsSubscribed).toBe(subscribed)
})
