import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { sourceOf } from '#resources/audience/consent/entry.ts'
import { changeField, removeField } from '#resources/audience/fields/change.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { readFields } from '#resources/audience/fields/read.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { changeContact, changeContacts, removeContact } from './change.ts'
import type { Contact } from './contact.ts'
import { createContacts } from './create.ts'
import { readContacts } from './read.ts'
import { removeValuesOf } from './remove-values.ts'
import { toWireContact } from './wire.ts'

let database: Database
let live: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
beforeEach(async () => {
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
type Asked = Parameters<typeof createContacts>[1][number]['asked']
type Type = 'string' | 'number' | 'boolean' | 'date'

const declare = (key: string, type: Type, fallback?: string | number | boolean) =>
  database.transaction(tx => createField(tx, live, now, { key, type, ...(fallback !== undefined && { fallback }) }))
const declareAll = async () => [
  await declare('plan', 'string'),
  await declare('seats', 'number'),
  await declare('vip', 'boolean'),
  await declare('signed_up', 'date'),
]
let created = 0
const create = (...asked: Asked[]) =>
  database.transaction(tx =>
    createContacts(
      tx,
      // Ids of the same millisecond are unordered.
      asked.map(one => ({ caller: live, asked: one, now: new Date(now.getTime() + ++created) })),
    ),
  )
async function one(email: string, properties?: Asked['properties']): Promise<Contact> {
  const [contact] = await create({ email, ...(properties && { properties }) })
  if (!contact || contact instanceof Refusal) throw new Error(JSON.stringify(contact?.details))
  return contact
}
const change = (id: string, properties: Asked['properties']) =>
  database.transaction(tx => changeContact(tx, live, now, id, properties ? { properties } : {}))
const found = async (properties: string, more: object = {}) =>
  (await readContacts(database.db, live, { limit: 50, before: undefined }, { properties, ...more })).map(
    ({ email }) => email?.split('@')[0],
  )
const valuesLeft = async () =>
  (
    await database.pool.query('select count(*)::int as n from contact_values where environment_id = $1', [
      live.environmentId,
    ])
  ).rows[0].n
const stop = new AbortController().signal

test('a contact without properties is shown without a properties field', async () => {
  await declareAll()

  expect(toWireContact(await one('plain@example.com'))).not.toHaveProperty('properties')
})

test('values are stored as given, a date as a timestamp, and null clears', async () => {
  await declareAll()
  const contact = await one('ada@example.com', { plan: 'pro', seats: 5, vip: true, signed_up: '2026-01-31' })
  expect(contact.properties).toEqual({ plan: 'pro', seats: 5, vip: true, signed_up: '2026-01-31T00:00:00.000Z' })

  const changed = await change(contact.id, { seats: 6, plan: null })

  expect(changed.properties).toEqual({ seats: 6, vip: true, signed_up: '2026-01-31T00:00:00.000Z' })
  expect(await eventsOf(database, contact.id)).toContainEqual({
    type: 'contact.updated',
    data: expect.objectContaining({
      properties: expect.objectContaining({ seats: 6 }),
      previous: expect.objectContaining({ properties: expect.objectContaining({ plan: 'pro', seats: 5 }) }),
    }),
  })
  const none = await change(contact.id, { seats: null, vip: null, signed_up: null })
  expect([none.properties, await valuesLeft()]).toEqual([null, 0])
})

test('invalid values are refused by key, without affecting the rest of the batch', async () => {
  await declareAll()

  const [wrong, right] = await create(
    { email: 'wrong@example.com', properties: { seats: '5', plam: 'pro', signed_up: 'soon', vip: true } },
    { email: 'right@example.com', properties: { seats: 5 } },
  )

  expect(wrong).toMatchObject({
    code: 'validation_error',
    details: [
      { path: 'properties.seats', message: 'must be a number' },
      { path: 'properties.plam', message: 'is not a contact field; did you mean plan?' },
      { path: 'properties.signed_up', message: expect.stringContaining('must be a date') },
    ],
  })
  expect(right).toMatchObject({ properties: { seats: 5 } })
})

test('the properties of a contact take at most 8,000 bytes together', async () => {
  for (let nth = 0; nth < 17; nth++) await declare(`f${nth}`, 'string')
  const text = 'x'.repeat(480)
  const all = Object.fromEntries(Array.from({ length: 17 }, (_, nth) => [`f${nth}`, text]))

  const [refused] = await create({ email: 'much@example.com', properties: all })

  expect(refused).toMatchObject({ details: [{ path: 'properties', message: expect.stringContaining('8,000 bytes') }] })
})

test('a key that every JavaScript object has is a field like any other', async () => {
  await declare('constructor', 'string')
  const contact = await one('odd@example.com', { constructor: 'x' } as never) // as never: TypeScript sees the method

  expect((await change(contact.id, { constructor: null } as never)).properties).toBeNull()
})

test('a contact that changes twice in one batch is found by its final values', async () => {
  await declareAll()
  const { id } = await one('twice@example.com', { plan: 'free' })
  const { environmentId } = live

  await database.transaction(tx =>
    changeContacts(tx, [
      { environmentId, id, asked: { properties: { plan: 'pro', seats: 1 } }, by: sourceOf(live), at: now },
      { environmentId, id, asked: { properties: { seats: null } }, by: sourceOf(live), at: now },
    ]),
  )

  expect([await found('plan:eq:pro'), await found('plan:eq:free'), await found('seats:exists')]).toEqual([
    ['twice'],
    [],
    [],
  ])
})

test.each([
  ['pro', ['pro', 'pro\u{10ffff}', 'pro\u{10ffff}x', 'pro\u{10ffff}\u{10ffff}'], ['prn\u{10ffff}', 'prp']],
  ['a\ud7ff', ['a\ud7ff\u{10ffff}x'], ['a\ue000', 'a\u{1f600}', 'b']],
  ['a\u{10ffff}', ['a\u{10ffff}', 'a\u{10ffff}x'], ['a', 'b']],
  ['\u{10ffff}', ['\u{10ffff}', '\u{10ffff}\u{10ffff}x'], ['a']],
])('texts that start with %j are found, and no others', async (prefix, matching, others) => {
  await declare('plan', 'string')
  for (const [nth, plan] of [...matching, ...others].entries()) await one(`p${nth}@example.com`, { plan })

  const expected = matching.map((_, nth) => `p${nth}`).toReversed()
  expect(await found(`plan:starts_with:${prefix}`)).toEqual(expected)
})

test('lists are filtered by field values', async () => {
  await declareAll()
  await one('ada@example.com', { plan: 'pro', seats: 5, vip: true, signed_up: '2026-01-31' })
  await one('bob@example.com', { plan: 'pro, yearly', seats: -2.5, vip: false })
  await one('cat@example.com', { plan: 'free', seats: 100, signed_up: '2026-06-01T10:00:00Z' })
  await one('dan@example.com')

  expect(await found('plan:eq:pro')).toEqual(['ada'])
  expect(await found('plan:eq:pro\\, yearly')).toEqual(['bob'])
  expect(await found('plan:starts_with:pro')).toEqual(['bob', 'ada'])
  expect(await found('plan:neq:pro')).toEqual(['dan', 'cat', 'bob'])
  expect(await found('plan:is_empty')).toEqual(['dan'])
  expect(await found('plan:exists,vip:is_empty')).toEqual(['cat'])
  expect(await found('seats:lt:5')).toEqual(['bob'])
  expect(await found('seats:lte:5')).toEqual(['bob', 'ada'])
  expect(await found('seats:gt:5')).toEqual(['cat'])
  expect(await found('seats:gte:-2.5,seats:lt:100')).toEqual(['bob', 'ada'])
  expect(await found('vip:eq:false')).toEqual(['bob'])
  expect(await found('signed_up:gt:2026-01-31')).toEqual(['cat'])
  expect(await found('signed_up:lte:2026-01-31')).toEqual(['ada'])
  expect(await found('plan:exists,seats:gte:5', { search: 'cat' })).toEqual(['cat'])
  expect(await found('plan:exists', { emailSubscribed: false })).toEqual([])
})

test.each([
  ['seats', 'seats must be followed by one of eq,'],
  ['seats:eq:many', 'must be a number'],
  ['seats:starts_with:1', 'must be followed by one of'],
  ['vip:gt:true', 'must be followed by one of eq, neq'],
  ['seats:exists:1', 'takes no value'],
  ['plam:eq:x', 'did you mean plan?'],
  [',', 'must be a comparison'],
  [Array.from({ length: 11 }, () => 'seats:exists').join(), 'at most 10'],
])('the invalid filter %s is refused with an explanation', async (filter, words) => {
  await declareAll()

  await expect(found(filter)).rejects.toMatchObject({
    details: [{ path: 'properties', message: expect.stringContaining(words) }],
  })
})

test('contacts beyond the newest thousand are found, page by page, newest first', async () => {
  await declareAll()
  const asked = (nth: number): Asked => ({
    email: `c${nth}@example.com`,
    properties: { seats: nth, ...(nth < 40 && { plan: 'old' }), ...(nth !== 7 && { vip: true }) },
  })
  for (let from = 0; from < 1_200; from += 400)
    await create(...Array.from({ length: 400 }, (_, nth) => asked(from + nth)))
  const pages = async (properties: string, more: object = {}) => {
    const read = (before: string | undefined) =>
      readContacts(database.db, live, { limit: 15, before }, { properties, ...more })
    const first = await read(undefined)
    const second = first.length > 15 ? await read(first[14]?.id) : []
    return [...first.slice(0, 15), ...second].map(({ properties: own }) => own?.seats)
  }
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, nth) => from - nth)

  expect(await pages('plan:eq:old')).toEqual(down(39, 9))
  expect(await pages('seats:lt:20')).toEqual(down(19, 0))
  expect(await pages('seats:lt:20,plan:eq:old', { emailSubscribed: true })).toEqual(down(19, 0))
  expect(await pages('vip:is_empty')).toEqual([7])
  expect(await pages('plan:exists,vip:neq:true')).toEqual([7])
})

test('deleting a contact deletes its values', async () => {
  await declareAll()
  const { id } = await one('gone@example.com', { plan: 'pro', seats: 5 })

  await database.transaction(tx => removeContact(tx, live, now, id))

  expect(await valuesLeft()).toBe(0)
})

test('deleting a contact waits for a change of it, and deletes its new values too', async () => {
  await declareAll()
  const { id } = await one('race@example.com')
  let deleting: Promise<void> | undefined

  await database.transaction(async tx => {
    await changeContact(tx, live, now, id, { properties: { plan: 'pro' } })
    deleting = database.transaction(other => removeContact(other, live, now, id))
    await untilLockWait(database.db)
  })
  await deleting

  expect(await valuesLeft()).toBe(0)
})

test('a deleted field disappears at once, its values page by page, then its key is free; repeating the removal changes nothing', async () => {
  const [plan] = await declareAll()
  const contacts = [await one('a@example.com', { plan: 'x' }), await one('b@example.com', { plan: 'x', seats: 1 })]
  const field = { environmentId: live.environmentId, id: plan?.id ?? '' }
  await database.transaction(tx => removeField(tx, live, now, field.id))

  expect((await readFields(database.db, live)).map(({ key }) => key)).toEqual(['seats', 'signed_up', 'vip'])
  await expect(change(contacts[0]?.id ?? '', { plan: 'y' })).rejects.toMatchObject({ code: 'validation_error' })
  await expect(declare('plan', 'number')).rejects.toMatchObject({
    message: expect.stringContaining('still being removed'),
  })

  await removeValuesOf(database, field, stop, 1)
  await removeValuesOf(database, field, stop, 1)

  expect(await Promise.all(contacts.map(async ({ id }) => (await change(id, {})).properties))).toEqual([
    null,
    { seats: 1 },
  ])
  expect(await valuesLeft()).toBe(1)
  expect(await declare('plan', 'number')).toMatchObject({ type: 'number' })
})

test('deleting a field waits for transactions that write its values', async () => {
  const [plan] = await declareAll()
  const order: string[] = []
  const { promise: hasWritten, resolve: written } = Promise.withResolvers<void>()
  const writing = database.transaction(async tx => {
    await createContacts(tx, [{ caller: live, asked: { email: 'race@example.com', properties: { plan: 'x' } }, now }])
    written()
    await untilLockWait(database.db)
    order.push('written')
  })
  await hasWritten
  const deleting = database.transaction(async tx => {
    await removeField(tx, live, now, plan?.id ?? '')
    order.push('deleted')
  })
  await Promise.all([writing, deleting])

  expect(order).toEqual(['written', 'deleted'])
})

test('a field has a fixed type, a fallback of that type, and a unique key', async () => {
  const plan = await declare('plan', 'string', 'free')
  const fallback = (given: string | number | null) =>
    database.transaction(tx => changeField(tx, live, now, plan.id, { fallback: given }))

  await expect(fallback(5)).rejects.toMatchObject({ details: [{ path: 'fallback' }] })
  expect((await fallback(null)).fallback).toBeNull()
  await expect(declare('plan', 'string')).rejects.toMatchObject({ message: 'A field named “plan” already exists.' })
  await expect(declare('email', 'string')).rejects.toMatchObject({ details: [{ path: 'key' }] })
  await expect(declare('seats', 'number', 'x')).rejects.toMatchObject({ details: [{ path: 'fallback' }] })
})

test('an environment has at most a hundred fields, however many are created concurrently', async () => {
  for (let nth = 0; nth < 98; nth++) await declare(`f${nth}`, 'string')

  const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map(key => declare(key, 'string')))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await readFields(database.db, live)).toHaveLength(100)
})
