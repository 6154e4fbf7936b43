import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Replayed } from '#core/idempotency.ts'
import { openDatabase, type Tx } from '#postgres/database.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { planOf } from '../../../../testing/plans.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { openWebhookScene, type WebhookRoom } from '../../../../testing/webhook-room.ts'
import { replayFailedPage, replayWaitingPage } from './delivery-store.ts'
import { deleteDeliveries } from './expire.ts'
import { failAllPending } from './fail-pending.ts'
import { readDeliveries } from './read.ts'
import { findTarget } from './store.ts'

let room: WebhookRoom
let live: Caller
beforeAll(async () => {
  const database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  live = (await createCallers(database)).live
  room = openWebhookScene(database, live)
})
afterAll(() => room.database[Symbol.asyncDispose]())

const everything = '2000-01-01T00:00:00Z'

/** A webhook that gets only events of its own type, so that tests do not interfere. */
async function withDeliveries(count: number) {
  const webhook = await room.create()
  await room.happen(count)
  await room.update(webhook.id, { subscribed_events: ['webhook.test'] })
  return webhook.id
}

const secretOf = async (id: string, at = room.clock()) => {
  const target = await findTarget(room.database.db, { environmentId: live.environmentId, webhookId: id })
  if (!target) throw new Error('no such webhook')
  return room.secrets.of(target, at).map(octets => `whsec_${octets.toString('base64')}`)
}

test('the secret has 32 bytes, is shown only at creation, and is nowhere in the database', async () => {
  const idempotency = { operation: 'createWebhook', key: 'once', requestHash: randomBytes(32) }
  const input = {
    params: undefined,
    query: undefined,
    body: { url: 'https://acme.test/', subscribed_events: ['email.*' as const] },
  }
  const post = () => room.routes.createWebhook(live, input, { ...asking(live, 'webhook.created'), idempotency })

  const first = Object(await post())
  const again = await post()

  expect(again).toEqual(new Replayed(first))
  const octets = Buffer.from(first.secret.slice('whsec_'.length), 'base64')
  expect([first.secret.slice(0, 6), octets.length]).toEqual(['whsec_', 32])
  expect(await room.get(first.id)).not.toHaveProperty('secret')
  const { rows } = await sql<{ dump: string }>`
    select concat((select json_agg(w) from webhooks w), (select json_agg(k) from idempotency_keys k)) as dump`.execute(
    room.database.db,
  )
  for (const form of [first.secret.slice(6), octets.toString('hex')]) expect(rows[0]?.dump).not.toContain(form)
  expect(await secretOf(first.id)).toEqual([first.secret])
})

test('a sealed secret that is copied to another webhook cannot be decrypted there', async () => {
  const [mine, theirs] = [await room.create(), await room.create()]
  await sql`update webhooks set secret = (select secret from webhooks where id = ${mine.id})
    where id = ${theirs.id}`.execute(room.database.db)

  expect(await secretOf(theirs.id)).toEqual([])
  await room.remove(theirs.id)
})

test('after a rotation both secrets sign for a day, then only the new one', async () => {
  const { id, secret: first } = await room.create()

  const { secret: second } = await room.rotate(id)
  expect(await secretOf(id)).toEqual([second, first])
  const { secret: third } = await room.rotate(id)
  expect(await secretOf(id)).toEqual([third, second])

  const day = 24 * 60 * 60 * 1000
  expect(await secretOf(id, new Date(room.clock().getTime() + day - 1))).toHaveLength(2)
  expect(await secretOf(id, new Date(room.clock().getTime() + day))).toEqual([third])
})

test('deactivating a webhook fails its pending deliveries, even those being inserted, and it gets no new ones', async () => {
  const { id } = await room.create()
  await room.happen(2)

  await room.update(id, { status: 'inactive' })
  await room.happen(1)

  const failed = { status: 'failed', dueAt: null, tries: 0 }
  expect(await room.stored(id)).toEqual([expect.objectContaining(failed), expect.objectContaining(failed)])
  const [job] = (await room.jobs('give_up_webhook_deliveries')).filter(
    ({ payload }) => Object(payload).webhookId === id,
  )
  expect(job?.runAt).toEqual(new Date(room.clock().getTime() + 60_000))
  await sql`update webhook_deliveries set status = 'pending', due_at = now() where webhook_id = ${id}`.execute(
    room.database.db,
  )
  const key = { environmentId: live.environmentId, webhookId: id }
  expect(await failAllPending(room.database, key)).toBe(2)
  expect(await failAllPending(room.database, key)).toBe(0)
})

test('a reactivated webhook keeps its pending deliveries', async () => {
  const id = await withDeliveries(1)

  expect(await failAllPending(room.database, { environmentId: live.environmentId, webhookId: id })).toBe(0)
  expect(await room.stored(id)).toMatchObject([{ status: 'pending' }])
})

test('the deliveries of a deleted webhook are deleted a minute later', async () => {
  const [gone, kept] = [await withDeliveries(3), await withDeliveries(1)]

  await room.remove(gone)

  const [job] = (await room.jobs('delete_webhook_deliveries')).filter(one => Object(one.payload).webhookId === gone)
  expect(job?.runAt).toEqual(new Date(room.clock().getTime() + 60_000))
  const key = { environmentId: live.environmentId, webhookId: gone }
  expect(await deleteDeliveries(room.database, key)).toBe(3)
  expect(await deleteDeliveries(room.database, key)).toBe(0)
  expect(await room.stored(kept)).toHaveLength(1)
})

test('deliveries are listed newest first in pages without gaps, each with its event', async () => {
  const id = await withDeliveries(5)
  await room.test(id)

  const [all, seen] = [await room.list(id), [] as unknown[]]
  for (let cursor: string | undefined = '', nth = 0; cursor !== undefined; nth++) {
    const page = await room.list(id, { limit: 2, ...(nth > 0 && { cursor }) })
    seen.push(...page.data)
    cursor = page.next_cursor
  }

  expect(seen).toEqual(all.data)
  expect(all.data.map(({ event }) => event.data)).toEqual([
    { webhook_id: id },
    ...[4, 3, 2, 1, 0].map(nth => ({ nth })),
  ])
  const [newest] = all.data
  expect(newest).toMatchObject({ status: 'delivered', event: { id: newest?.id, type: 'webhook.test' } })
  // Each is the only event about its object, however much has happened in the installation.
  expect(all.data.map(({ event }) => event.sequence)).toEqual(all.data.map(() => 1))
  expect(newest?.attempts).toMatchObject([{ success: true, status: 204 }])
  expect((await room.list(id, { status: 'pending' })).data).toEqual(all.data.slice(1))
  const [, , third] = all.data
  const of = (event_id: string, webhookId = id) =>
    room.routes.getWebhookDelivery(live, { params: { id: webhookId, event_id }, query: undefined, body: undefined })
  expect(await of(third?.id ?? '')).toEqual(third)
  const behind = await readDeliveries(
    room.database.db,
    live,
    id,
    { limit: 1, before: third?.id },
    { status: undefined },
  )
  expect(behind.map(one => one.eventId)).toEqual(all.data.slice(3, 5).map(one => one.id))
  const other = await room.create()
  for (const [event, webhook] of [[third?.id ?? '', other.id], [other.id], ['x']] as const)
    await expect(of(event, webhook)).rejects.toMatchObject({ code: 'not_found', details: { resource: 'delivery' } })
  const { next_cursor: cursor = '' } = await room.list(id, { limit: 1 })
  await expect(room.list(other.id, { limit: 1, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
  await room.remove(other.id)
})

test('a replay restarts undelivered events since a time, and wakes the worker', async () => {
  const id = await withDeliveries(2)
  await sql`update webhook_deliveries set created_at = '2026-01-01T00:00:00Z' where position =
    (select min(position) from webhook_deliveries where webhook_id = ${id})`.execute(room.database.db)
  await sql`update webhook_deliveries set status = 'failed', due_at = null, tries = 10 where webhook_id = ${id}`.execute(
    room.database.db,
  )
  await room.test(id)

  expect(await room.replay(id, '2026-01-01T00:00:00.001Z')).toEqual({
    ...{ success: true, message: '1 event will be resent.', count: 1 },
  })
  expect((await room.stored(id)).map(({ status, tries }) => [status, tries])).toEqual([
    ['failed', 10],
    ['pending', 0],
    ['delivered', 1],
  ])
  // The other one is due already.
  expect((await room.replay(id, everything)).count).toBe(1)
  await room.update(id, { status: 'inactive' })
  await expect(room.replay(id, everything)).rejects.toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('active'),
  })
})

test('a replay restarts deliveries waiting for a retry, and leaves alone those that may be in flight', async () => {
  const id = await withDeliveries(3)
  await sql`update webhook_deliveries set tries = 2, due_at = now() + interval '1 hour' where webhook_id = ${id}`.execute(
    room.database.db,
  )
  await sql`update webhook_deliveries set due_at = now() where position =
    (select min(position) from webhook_deliveries where webhook_id = ${id})`.execute(room.database.db)

  expect((await room.replay(id, everything)).count).toBe(2)
  expect((await room.stored(id)).map(({ status, tries }) => [status, tries])).toEqual([
    ['pending', 2],
    ['pending', 0],
    ['pending', 0],
  ])
})

test('a replay does not read delivered rows', async () => {
  const id = await withDeliveries(1)
  const key = { environmentId: live.environmentId, webhookId: id }
  await sql`
    insert into webhook_deliveries (environment_id, webhook_id, position, event_id, subject_id, type, created_at, status)
    select ${key.environmentId}, ${id}, 1000000 + nth, gen_random_uuid(), gen_random_uuid(), 'email.sent', now(), 'delivered'
    from generate_series(1, 5000) as nth`.execute(room.database.db)
  await sql`vacuum analyze webhook_deliveries`.execute(room.database.db)
  const asked = { since: new Date(everything), limit: 5_000 }
  // `as`: only explains the plan, writes nothing.
  const plan = (replayPage: (tx: Tx) => Promise<unknown>) => planOf(room.database.db, db => replayPage(db as Tx))

  expect(await plan(tx => replayFailedPage(tx, key, { ...asked, after: '0' }))).toContain('webhook_deliveries_failed')
  expect(await plan(tx => replayWaitingPage(tx, key, { ...asked, dueFrom: '-infinity' }))).toContain(
    'webhook_deliveries_again',
  )
})

test('a replay leaves deliveries with fifty attempts alone, because all attempts are stored and shown', async () => {
  const id = await withDeliveries(2)
  const fail = async (attempts: number, position: string | undefined) =>
    sql`update webhook_deliveries set status = 'failed', due_at = null, tries = 10, attempts =
      (select jsonb_agg('{}'::jsonb) from generate_series(1, ${attempts}::integer))
      where webhook_id = ${id} and position = ${position}`.execute(room.database.db)
  const [often, seldom] = await room.stored(id)
  await fail(50, often?.position)
  await fail(49, seldom?.position)

  expect((await room.replay(id, everything)).count).toBe(1)
  expect((await room.stored(id)).map(({ status }) => status)).toEqual(['failed', 'pending'])
})

describe('one event', () => {
  const again = { success: true, message: 'The event will be resent.' }
  const states = async (id: string) => (await room.stored(id)).map(({ status, tries }) => [status, tries])

  test.each([
    ['delivered', null],
    ['failed', null],
    ['pending', '1 hour'],
  ])('that is %s is replayed alone, and a second request does not send it twice', async (status, inTime) => {
    const id = await withDeliveries(2)
    const [one] = await room.stored(id)
    await sql`update webhook_deliveries set status = ${status}, due_at = now() + ${inTime}::interval, tries = 3
      where webhook_id = ${id}`.execute(room.database.db)

    expect(await room.replayOne(id, one?.eventId ?? '')).toEqual(again)
    expect(await states(id)).toEqual([
      ['pending', 0],
      [status, 3],
    ])
    expect(await room.replayOne(id, one?.eventId ?? '')).toEqual({
      ...{ success: true, message: 'The event is on its way already.' },
    })
  })

  test('that may be in flight is left alone', async () => {
    const id = await withDeliveries(1)
    const [one] = await room.stored(id)
    await sql`update webhook_deliveries set tries = 2, due_at = now() where webhook_id = ${id}`.execute(
      room.database.db,
    )

    await room.replayOne(id, one?.eventId ?? '')
    expect(await states(id)).toEqual([['pending', 2]])
  })

  test('that is a test, was sent fifty times, or belongs to others or to an inactive webhook is refused', async () => {
    const id = await withDeliveries(1)
    const [one] = await room.stored(id)
    const eventId = one?.eventId ?? ''
    await room.test(id)
    const test = (await room.stored(id)).find(stored => stored.eventId !== eventId)
    const refused = (event: string, webhook = id) => room.replayOne(webhook, event).then(String, ({ code }) => code)

    expect(await refused(test?.eventId ?? '')).toBe('invalid_state')
    expect(await refused(eventId, await withDeliveries(1))).toBe('not_found')
    expect([await refused('x'), await refused(id)]).toEqual(['not_found', 'not_found'])
    await sql`update webhook_deliveries set due_at = null, attempts =
      (select jsonb_agg('{}'::jsonb) from generate_series(1, 50)) where webhook_id = ${id}`.execute(room.database.db)
    expect(await refused(eventId)).toBe('invalid_state')
    await sql`update webhook_deliveries set attempts = '[]' where webhook_id = ${id}`.execute(room.database.db)
    await room.update(id, { status: 'inactive' })
    expect(await refused(eventId)).toBe('invalid_state')
  })
})

test('an environment has at most a thousand webhooks', async () => {
  const { test: elsewhere } = await createCallers(room.database)
  await sql`insert into webhooks (environment_id, id, url, subscribed_events, status, secret, created_at, updated_at)
    select ${elsewhere.environmentId}, gen_random_uuid(), 'https://hooks.example', '{*}', 'active', '\\x00', now(), now()
    from generate_series(1, 999)`.execute(room.database.db)
  const create = () =>
    room.routes.createWebhook(
      elsewhere,
      { params: undefined, query: undefined, body: { url: 'https://hooks.example', subscribed_events: ['*'] } },
      asking(elsewhere, 'webhook.created'),
    )

  await create()

  await expect(create()).rejects.toMatchObject({ code: 'invalid_state' })
})
