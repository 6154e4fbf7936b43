import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { createContacts } from '../create.ts'
import { eraseContact } from '../erase.ts'
import { recordCustomEvents } from './record.ts'
import { customEventRoutes } from './routes.ts'

let database: Database
let live: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
type Asked = Parameters<typeof recordCustomEvents>[1][number]['asked']
const recordAll = (...asked: Asked[]) =>
  database.transaction(tx =>
    recordCustomEvents(
      tx,
      asked.map(one => ({ caller: live, asked: one, now })),
    ),
  )
async function aContact(email: string, caller = live): Promise<string> {
  const [contact] = await database.transaction(tx => createContacts(tx, [{ caller, asked: { email }, now }]))
  if (!contact || contact instanceof Refusal) throw new Error('refused')
  return contact.id
}

test('an event is stored for its contact, found by id or by address in any case', async () => {
  const id = await aContact('ada@example.com')

  const [first, second] = await recordAll(
    { event: 'order.paid', contact_id: id, data: { amount: 49.5 } },
    { event: 'trial_begun', email: 'ADA@example.com' },
  )

  expect(first).toMatchObject({ event: 'order.paid', contact_id: id, created_at: now.toISOString() })
  expect(second).toMatchObject({ event: 'trial_begun', contact_id: id })
  expect((await eventsOf(database, id)).slice(1)).toEqual([
    { type: 'custom.order.paid', data: { contact_id: id, event: 'order.paid', data: { amount: 49.5 } } },
    { type: 'custom.trial_begun', data: { contact_id: id, event: 'trial_begun', data: {} } },
  ])
})

test('the id in the path wins over an address in the body', async () => {
  const id = await aContact('in-the-path@example.com')
  await aContact('in-the-body@example.com')
  const { recordContactEvent } = customEventRoutes({ database, clock: () => now })
  const body = { event: 'order.paid', email: 'in-the-body@example.com' }
  const recordFor = (id: string) =>
    recordContactEvent(live, { params: { id }, query: undefined, body }, { id: 'request' })

  expect(await recordFor(id)).toMatchObject({ contact_id: id })
  await expect(recordFor('nobody')).rejects.toMatchObject({ code: 'not_found', details: { resource: 'contact' } })
})

test('events per contact are counted from an index', async () => {
  const id = await aContact('often@example.com')
  await recordAll(...Array.from({ length: 3 }, () => ({ event: 'cart.left', contact_id: id })))

  const { rows } = await database.pool.query(
    `select contact_id, count(*)::int from contact_events where environment_id = $1 and name = $2 group by contact_id`,
    [live.environmentId, 'cart.left'],
  )

  expect(rows).toEqual([{ contact_id: id, count: 3 }])
})

test('a refused event does not affect the others', async () => {
  const id = await aContact('bob@example.com')
  const stranger = await aContact('stranger@example.com', (await createCallers(database)).live)
  const deep = { a: { b: { c: { d: { e: {} } } } } }

  const verdicts = await recordAll(
    { event: 'order.paid', email: 'nobody@example.com' },
    { event: 'order.paid', contact_id: stranger },
    { event: 'order.paid', contact_id: 'no id' },
    { event: 'custom.order.paid', contact_id: id },
    { event: 'order.paid', contact_id: id, data: { text: 'x'.repeat(4_096) } },
    { event: 'order.paid', contact_id: id, data: deep },
    { event: 'order.paid', contact_id: id },
  )

  expect(verdicts).toMatchObject([
    ...[{ code: 'not_found' }, { code: 'not_found' }, { code: 'not_found' }],
    { details: [{ path: 'event' }] },
    { details: [{ path: 'data', message: expect.stringContaining('4,096 bytes') }] },
    { details: [{ path: 'data', message: expect.stringContaining('5 levels') }] },
    { contact_id: id },
  ])
})

test('webhooks get events they subscribe to by name, by custom.* or by *', async () => {
  const { live: caller } = await createCallers(database)
  const id = await aContact('hook@example.com', caller)
  const webhooks = ['custom.order.paid', 'custom.*', '*', 'custom.other', 'contact.*'] as const
  const names = new Map<string, string>()
  for (const name of webhooks) {
    const { rows } = await database.pool.query(
      `insert into webhooks (environment_id, id, url, subscribed_events, secret, status, created_at, updated_at)
       values ($1, gen_random_uuid(), 'https://acme.test/', array[$2], '', 'active', now(), now()) returning id`,
      [caller.environmentId, name],
    )
    names.set(rows[0].id, name)
  }

  await database.transaction(tx =>
    recordCustomEvents(tx, [{ caller, asked: { event: 'order.paid', contact_id: id }, now }]),
  )

  const { rows } = await database.pool.query(
    `select webhook_id from webhook_deliveries where environment_id = $1 and type = 'custom.order.paid'`,
    [caller.environmentId],
  )
  expect(rows.map(({ webhook_id }) => names.get(webhook_id)).toSorted()).toEqual(['*', 'custom.*', 'custom.order.paid'])
})

test('erasing a contact waits for events being recorded and deletes them', async () => {
  const id = await aContact('gone@example.com')
  const { promise: isTold, resolve: told } = Promise.withResolvers<void>()
  const recording = database.transaction(async tx => {
    await recordCustomEvents(tx, [
      { caller: live, asked: { event: 'order.paid', contact_id: id, data: { to: 'Ada' } }, now },
    ])
    told()
    await untilLockWait(database.db)
  })
  await isTold
  await Promise.all([
    recording,
    database.transaction(tx => eraseContact(tx, { environmentId: live.environmentId, id }, now)),
  ])

  expect((await eventsOf(database, id)).map(({ type }) => type)).toEqual(['contact.deleted'])
  expect(await recordAll({ event: 'order.paid', contact_id: id })).toMatchObject([{ code: 'not_found' }])
})
