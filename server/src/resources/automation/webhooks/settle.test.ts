import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { openDatabase } from '#postgres/database.ts'
import { readFailingWebhooks } from '#resources/account/overview/webhooks.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { openWebhookScene, type WebhookRoom } from '../../../../testing/webhook-room.ts'
import { type AttemptResult, settleAttempts } from './settle.ts'

let room: WebhookRoom
let live: Caller
let second: ReturnType<typeof openDatabase>
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  const database = openDatabase({ url })
  second = openDatabase({ url })
  live = (await createCallers(database)).live
  room = openWebhookScene(database, live)
})
afterAll(async () => {
  await room.database[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})

const settle = (...results: AttemptResult[]) => room.database.transaction(tx => settleAttempts(tx, results))
const day = 86_400_000
/** The address of a webhook of the room. */
const hook = 'https://acme.test/hook'

/** A webhook with this many pending deliveries. */
async function prepare(count: number) {
  const { id } = await room.create()
  await room.happen(count)
  const waiting = await room.stored(id)
  // Webhooks of earlier tests would otherwise receive events, too.
  await room.update(id, { subscribed_events: ['webhook.test'] })
  return { id, waiting, at: (nth: number) => waiting[nth] ?? Promise.reject(new Error(`there is no delivery ${nth}`)) }
}

test('an attempt is stored, counted, and decides what comes next', async () => {
  const { id, at } = await prepare(3)
  const [first, second, third] = [await at(0), await at(1), await at(2)]
  const ok = room.result(id, first, { success: true, status: 200, response: 'ok' })
  const busy = room.result(id, second, { success: false, status: 503 })
  const last = room.result(id, third, { success: false, error: 'no answer' }, { next: { kind: 'failed' } })

  const settled = await settle(ok, busy, last)

  expect(settled).toEqual(Array(3).fill({ counted: true, becameInactive: false }))
  expect(await room.stored(id)).toEqual([
    { ...first, status: 'delivered', dueAt: null, tries: 1, attempts: [ok.attempt] },
    { ...second, status: 'pending', dueAt: expect.any(Date), tries: 1, attempts: [busy.attempt] },
    { ...third, status: 'failed', dueAt: null, tries: 1, attempts: [last.attempt] },
  ])
  const now = room.clock().toISOString()
  expect(await room.get(id)).toMatchObject({
    ...{ success_count: 1, failure_count: 2, total_delivery_count: 3 },
    last_delivery_at: now,
  })
})

test('a late result changes nothing, even when two arrive together', async () => {
  const { id, at } = await prepare(1)
  const once = room.result(id, await at(0), { success: false })

  expect(await settle(once, { ...once, attempt: { ...once.attempt, duration_ms: 4 } })).toEqual([
    { counted: true, becameInactive: false },
    { counted: false, becameInactive: false },
  ])
  expect(await settle(once)).toEqual([{ counted: false, becameInactive: false }])
  const done = {
    ...once,
    expectedTries: 1,
    attempt: { ...once.attempt, success: true },
    next: { kind: 'delivered' as const },
  }
  await settle(done)
  expect(await settle({ ...done, expectedTries: 2 })).toEqual([{ counted: false, becameInactive: false }])

  expect((await room.stored(id))[0]).toMatchObject({ tries: 2, attempts: [once.attempt, done.attempt] })
  expect(await room.get(id)).toMatchObject({ success_count: 1, failure_count: 1 })
})

test('a 410 deactivates a webhook at once and fails its pending deliveries', async () => {
  const { id, at } = await prepare(3)
  const gone = room.result(id, await at(0), { success: false, status: 410 }, { next: { kind: 'failed' }, gone: hook })

  expect(await settle(gone)).toEqual([{ counted: true, becameInactive: true }])

  expect((await room.get(id)).status).toBe('inactive')
  expect(await room.stored(id)).toEqual(Array(3).fill(expect.objectContaining({ status: 'failed', dueAt: null })))
})

test('a 410 of an address that the webhook has left is an attempt to repeat at the new one', async () => {
  const { id, at } = await prepare(2)
  const gone = room.result(id, await at(0), { success: false, status: 410 }, { next: { kind: 'failed' }, gone: hook })
  await room.update(id, { url: `${hook}/new` })

  expect(await settle(gone)).toEqual([{ counted: true, becameInactive: false }])

  expect(await room.get(id)).toMatchObject({ status: 'active', failure_count: 1 })
  expect(await room.stored(id)).toMatchObject([
    { status: 'pending', dueAt: expect.any(Date), tries: 1, attempts: [gone.attempt] },
    { status: 'pending', tries: 0 },
  ])
})

test('the answer to a request in flight when its webhook became inactive is stored and counted', async () => {
  const { id, at } = await prepare(3)
  await room.update(id, { status: 'inactive' })

  const late = [room.result(id, await at(0), { success: true }), room.result(id, await at(1), { success: false })]
  expect(await settle(...late)).toEqual(Array(2).fill({ counted: true, becameInactive: false }))

  expect(await room.stored(id)).toMatchObject([
    { status: 'delivered', dueAt: null, attempts: [late[0]?.attempt] },
    { status: 'failed', dueAt: null, attempts: [late[1]?.attempt] },
    { status: 'failed', dueAt: null, attempts: [] },
  ])
  expect(await room.get(id)).toMatchObject({ status: 'inactive', success_count: 1, failure_count: 1 })
})

test('the time of the next attempt is by the clock of the database, even if ours is wrong', async () => {
  const { id, at } = await prepare(1)
  room.pass(day)

  await settle(room.result(id, await at(0), { success: false }, { next: { kind: 'again', inMs: 60_000 } }))

  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from due_at - now())::float8 as seconds from webhook_deliveries where webhook_id = ${id}`.execute(
    room.database.db,
  )
  expect(rows[0]?.seconds).toBeGreaterThan(50)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
})

test('five days of only failures deactivate a webhook; one success restarts the five days', async () => {
  const [unlucky, lucky] = [await prepare(4), await prepare(4)]
  const fail = async ({ id, at }: typeof lucky, nth: number) => {
    const [settled] = await settle(room.result(id, await at(nth), { success: false }))
    return settled?.becameInactive
  }

  expect([await fail(unlucky, 0), await fail(lucky, 0)]).toEqual([false, false])
  room.pass(4 * day)
  await settle(room.result(lucky.id, await lucky.at(1), { success: true }))
  expect([await fail(unlucky, 1), await fail(lucky, 2)]).toEqual([false, false])
  room.pass(day)
  expect([await fail(unlucky, 2), await fail(lucky, 3)]).toEqual([true, false])
  expect([(await room.get(unlucky.id)).status, (await room.get(lucky.id)).status]).toEqual(['inactive', 'active'])
})

test.each([
  ['is switched off by hand', { status: 'inactive' as const }],
  ['gets another address', { url: `${hook}/new` }],
])('a failing webhook that %s is no longer failing', async (_, change) => {
  const { id, at } = await prepare(2)
  const failing = async () =>
    (await readFailingWebhooks(room.database.db, live.environmentId)).find(one => one.id === id)?.failingSince ?? null
  await settle(room.result(id, await at(0), { success: false }))
  expect(await failing()).not.toBeNull()

  await room.update(id, change)

  expect(await failing()).toBeNull()
})

test('a failure that a webhook hears of after it was switched off by hand does not make it a failing one', async () => {
  const { id, at } = await prepare(1)
  const late = room.result(id, await at(0), { success: false })
  await room.update(id, { status: 'inactive' })

  await settle(late)

  const webhooks = await readFailingWebhooks(room.database.db, live.environmentId)
  expect(webhooks.find(one => one.id === id)).toMatchObject({ status: 'inactive', failingSince: null })
})

test('a reactivated webhook that has failed for days gets another five', async () => {
  const { id, at } = await prepare(1)
  await settle(room.result(id, await at(0), { success: false }))
  room.pass(6 * day)
  await room.update(id, { status: 'inactive' })
  await room.update(id, { status: 'active' })
  await room.replay(id, '2000-01-01T00:00:00Z')

  const settled = await settle(room.result(id, { ...(await at(0)), tries: 0 }, { success: false }))

  expect(settled).toEqual([{ counted: true, becameInactive: false }])
})

test('two workers that settle a thousand results of the same webhooks in opposite order count each once', async () => {
  const webhooks = await Promise.all(Array.from({ length: 5 }, () => room.create()))
  await room.happen(100)
  const results = (
    await Promise.all(
      webhooks.map(async ({ id }) =>
        (
          await room.stored(id)
        ).flatMap(delivery => [
          room.result(id, delivery, { success: true }),
          room.result(id, delivery, { success: false }),
        ]),
      ),
    )
  ).flat()
  const [evens, odds] = [results.filter((_, nth) => nth % 2 === 0), results.filter((_, nth) => nth % 2 === 1)]

  const settled = await Promise.all([
    ...Array.from({ length: 5 }, (_, nth) =>
      room.database.transaction(tx => settleAttempts(tx, evens.slice(nth * 100, nth * 100 + 100))),
    ),
    second.transaction(tx => settleAttempts(tx, odds.toReversed())),
  ])

  expect(settled.flat().filter(({ counted }) => counted)).toHaveLength(500)
  for (const { id } of webhooks) {
    const { total_delivery_count } = await room.get(id)
    expect(total_delivery_count).toBe(100)
    expect((await room.stored(id)).flatMap(({ attempts }) => attempts)).toHaveLength(100)
    await room.remove(id)
  }
})
