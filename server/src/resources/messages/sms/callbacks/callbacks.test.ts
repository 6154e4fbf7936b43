/** Callbacks for each change of a message's status: from the request to the receiver, on a real database and real sockets. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { addressPolicy } from '#core/public-address.ts'
import { byHand, giveBackAbandoned } from '#engine/by-hand.fixture.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { openWebhookPoster } from '#transports/webhook/open.ts'
import { startWebhookSink, type WebhookSink } from '../../../../../../sinks/webhook-sink.ts'
import type { WebhookAct } from '../../../../../../sinks/webhook-sink-script.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { callbackSecrets, routesOf } from '../../../../../testing/sms-routes.ts'
import { eraseSmsOf } from '../erase/erase.ts'
import { card, openSmsFixture, ours, type SmsFixture } from '../sms.fixture.ts'
import { oneAfterTheOther, rejected, scripted, taken } from '../submit/scripted.fixture.ts'
import { callbackChannel } from './callback-channel.ts'
import { callbackQueues, findDueCalls, settleCalls, type TakenQueue } from './callback-store.ts'
import { settle } from './settle.ts'

let texts: SmsFixture
let sink: WebhookSink
let acts: WebhookAct[]
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  texts = opened.use(await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers))
  sink = opened.use(await startWebhookSink({ script: () => acts.shift() ?? {} }))
})
afterAll(() => opened.disposeAsync())
beforeEach(async () => {
  acts = []
  await texts.clear()
  await emptyTables(texts.database.db, 'sms_callback_queues')
})
afterEach(() => texts.expectNothingStuck())

/** Accepted, with its own path at the receiver. */
async function send(caller: Caller = texts.live) {
  const path = `/${randomUUID()}`
  const to = texts.newNumber()
  const callback = { format: 'twilio' as const, url: sink.url + path, account: 'AC1', secret: 'tx_live_1' }
  const body = { from: ours, to, body: 'Hello', callback }
  const reply = await routesOf(texts.database, card).sendSms(
    caller,
    { params: undefined, query: undefined, body },
    { id: 'a' },
  )
  if (!('id' in reply)) throw new Error('not accepted')
  const told = () =>
    sink.received.flatMap(one => (one.path === path ? [new URLSearchParams(one.body).get('MessageStatus')] : []))
  return { id: reply.id, to, told, environmentId: caller.environmentId }
}

/** A worker that makes calls on demand. */
function hire(workerId = 'caller', timeoutMs = 2_000) {
  const { database } = texts
  const poster = opened.use(openWebhookPoster({ allow: addressPolicy('loopback'), timeoutMs }))
  const log = pino({ level: 'silent' })
  const parts = { database, clock: systemClock, log, poster, secrets: callbackSecrets, stopWithinMs: 500 }
  const channel = opened.use(callbackChannel({ ...parts, chance: () => 0.5 }))
  return { channel, ...byHand(database, channel, workerId) }
}

/** Makes the due calls once. */
async function callOnce(worker = hire()): Promise<void> {
  await worker.work()
  await vi.waitFor(() => expect([...worker.inHand]).toEqual([]), { timeout: 5_000, interval: 5 })
}

/** Makes waiting retries due now. */
const comeDue = () =>
  sql`update sms_progress set callback_due_at = now() where callback_tries is not null`.execute(texts.database.db)

const submit = (carrier = scripted()) => texts.run(texts.openChannel([carrier]))
const calls = async (id: string) => {
  const row = await texts.progress(id)
  return {
    told: row.callback_told,
    tries: row.callback_tries,
    isLeft: row.callback_tries !== null && row.callback_told !== row.status,
    hasSecret: row.callback_secret !== null,
  }
}
const eventsOf = async (sms: { id: string }) => (await texts.detail(sms)).events.map(({ type }) => type)

test('each change is reported once and in order, and the secret is deleted with the last one', async () => {
  const sms = await send()
  await callOnce()
  expect(sms.told()).toEqual(['queued'])
  expect(await calls(sms.id)).toEqual({ told: 'processing', tries: 0, isLeft: false, hasSecret: true })

  await submit(scripted(() => taken({ carrierId: 'a name' })))
  await callOnce()
  expect(sms.told()).toEqual(['queued', 'sent'])

  const delivered = {
    carrier: 'scripted',
    carrierId: 'a name',
    state: 'delivered' as const,
    reply: 'DELIVRD',
    sms: null,
  }
  await texts.receipts(delivered)
  await callOnce()
  await texts.receipts(delivered)
  await callOnce()
  expect(sms.told()).toEqual(['queued', 'sent', 'delivered'])
  expect(await calls(sms.id)).toEqual({ told: 'delivered', tries: 0, isLeft: false, hasSecret: false })
})

test('changes before the first call are reported all the same, one after the other', async () => {
  const [arrived, refused] = [await send(), await send()]
  await submit(scripted((_, { to }) => (to === arrived.to ? taken({ state: 'delivered' }) : rejected)))

  await callOnce()

  expect(arrived.told()).toEqual(['queued', 'sent', 'delivered'])
  expect(refused.told()).toEqual(['queued', 'failed'])
})

test('a failed call is repeated, and no later one overtakes it', async () => {
  acts = [{ status: 500 }, { silent: 'close' }]
  const sms = await send()
  await callOnce()
  await submit()
  await callOnce()
  expect(sms.told()).toEqual(['queued'])
  expect(await calls(sms.id)).toMatchObject({ told: null, tries: 1, isLeft: true })

  await comeDue()
  await callOnce()
  expect(await calls(sms.id)).toMatchObject({ told: null, tries: 2, isLeft: true })
  await comeDue()
  await callOnce()

  expect(sms.told()).toEqual(['queued', 'queued', 'queued', 'sent'])
  expect(await calls(sms.id)).toEqual({ told: 'sent', tries: 0, isLeft: false, hasSecret: true })
  expect(await eventsOf(sms)).toEqual(['sent'])
})

test('after five tries a call is given up, the message says so, and later changes are reported', async () => {
  acts = Array(5).fill({ status: 503 })
  const sms = await send()
  for (let tries = 0; tries < 5; tries++) {
    await callOnce()
    await comeDue()
  }
  await submit()
  await callOnce()

  expect(sms.told()).toEqual([...Array(5).fill('queued'), 'sent'])
  const { events } = await texts.detail(sms)
  expect(events.map(({ type }) => type)).toEqual(['callback_failed', 'sent'])
  expect(events[0]?.data).toMatchObject({ attempt: 5, reason: expect.stringMatching(/5 times .*“queued”.* 503\.$/) })
})

test('when a worker ends in the middle another takes over, and a late result changes nothing', async () => {
  const sms = await send()
  const dead = hire('dead')
  const [queue] = (await dead.take()) as [TakenQueue]
  const due = await findDueCalls(texts.database.db, queue, [], 10)
  expect(due?.map(({ smsId }) => smsId)).toEqual([sms.id])

  await giveBackAbandoned(texts.database, { table: callbackQueues })
  await callOnce()
  expect(sms.told()).toEqual(['queued'])

  // Its call was on the wire when the worker was taken for dead, and failed for the last time.
  const late = {
    ...{ environmentId: sms.environmentId, smsId: sms.id, againInMs: null, at: new Date(), failure: {} },
    ...{ from: ours, to: sms.to, before: { told: null, tries: 0 }, after: { told: 'processing' as const, tries: 0 } },
  }
  const before = await calls(sms.id)
  expect(await texts.database.transaction(tx => settle(tx, [late]))).toEqual([{ status: undefined }])
  expect(await texts.database.transaction(tx => settleCalls(tx, [late]))).toEqual([])
  expect([await calls(sms.id), await eventsOf(sms)]).toEqual([before, []])
  expect(await findDueCalls(texts.database.db, queue, [], 10)).toBeUndefined()
})

test('a change that is committed while its message is being called for is not missed', async () => {
  acts = [{ delayMs: 300 }]
  const sms = await send()
  const worker = hire()
  await worker.work()
  await vi.waitFor(() => expect(sms.told()).toEqual(['queued']))
  await submit()
  await vi.waitFor(() => expect([...worker.inHand]).toEqual([]))

  expect(sms.told()).toEqual(['queued', 'sent'])
})

test('a receiver that hangs holds up no other', async () => {
  const others = (await createCallers(texts.database)).live
  acts = Array(8).fill({ silent: 'hang' })
  for (let nth = 0; nth < 10; nth++) await send()
  const worker = hire('slow', 800)
  await worker.work()
  await vi.waitFor(() => expect(acts).toEqual([]))

  const other = await send(others)
  await worker.work()
  await vi.waitFor(() => expect(other.told()).toEqual(['queued']), { timeout: 600 })
  worker.channel.stop?.()
  await vi.waitFor(() => expect([...worker.inHand]).toEqual([]), { timeout: 5_000 })
})

test('there are no calls for erased people, and the address is deleted', async () => {
  const sms = await send()

  await eraseSmsOf(texts.database, {
    ...{ environmentId: sms.environmentId, number: sms.to, at: new Date() },
    signal: new AbortController().signal,
  })
  await callOnce()

  expect(sms.told()).toEqual([])
  expect(await calls(sms.id)).toEqual({ told: null, tries: null, isLeft: false, hasSecret: false })
  const { rows } = await sql`select callback_url from sms where id = ${sms.id}`.execute(texts.database.db)
  expect(rows).toEqual([{ callback_url: null }])
})

test('messages without a callback are never looked at', async () => {
  const sms = await texts.acceptOne(texts.newNumber())
  await submit(scripted(oneAfterTheOther(taken())))

  expect(await calls(sms.id)).toEqual({ told: null, tries: null, isLeft: false, hasSecret: false })
  expect(await hire().work()).toBe(0)
})
