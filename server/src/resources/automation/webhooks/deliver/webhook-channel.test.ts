import { randomBytes } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import pino from 'pino'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { addressPolicy } from '#core/public-address.ts'
import { sealer } from '#core/seal.ts'
import { type EngineOptions, startEngine } from '#engine/engine.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Database } from '#postgres/database.ts'
import { openWebhookPoster } from '#transports/webhook/open.ts'
import { startWebhookSink, type WebhookSinkOptions } from '../../../../../../sinks/webhook-sink.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { webhookSecrets } from '../secrets.ts'
import { insertWebhook } from '../store.ts'
import { type WebhookChannelParts, webhookChannel } from './webhook-channel.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

const secrets = webhookSecrets(sealer(randomBytes(32)))
const log = pino({ level: 'silent' })
const soon = { pausesMs: [60, 60, 60], jitter: 0 }
// On a busy machine an answer may take seconds, and an attempt that times out is made again.
vi.setConfig({ testTimeout: 60_000 })
const eventually = (check: () => unknown, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 20 })

/** A worker, a scripted receiver, and a webhook of its own environment that points to it. */
async function open(
  sinkOptions: WebhookSinkOptions = {},
  { timeoutMs = 60_000, ...parts }: Partial<WebhookChannelParts & EngineOptions & { timeoutMs: number }> = {},
) {
  const opened = new AsyncDisposableStack()
  const sink = opened.use(await startWebhookSink(sinkOptions))
  const environmentId = newId(systemClock())
  // The workers of later tests leave these webhooks alone.
  opened.defer(async () => {
    await sql`update webhooks set status = 'inactive' where environment_id = ${environmentId}`.execute(database.db)
  })
  const work = async () => {
    const poster = opened.use(openWebhookPoster({ allow: addressPolicy('loopback'), timeoutMs }))
    const base = { database, clock: systemClock, log, poster, secrets, stopWithinMs: 500 }
    const channel = webhookChannel({ ...base, schedule: soon, ...parts })
    return opened.use(await startEngine({ database, log, ...parts, channels: [channel] }))
  }
  const addWebhook = async (path = '/', events = ['*']) => {
    const key = { environmentId, webhookId: newId(systemClock()) }
    const fields = { url: sink.url + path, subscribedEvents: events, status: 'active', nickname: null } as const
    await database.transaction(tx => insertWebhook(tx, key, fields, secrets.draw(key), systemClock()))
    return key
  }
  const key = await addWebhook()
  const tell = async (subjectId: string, ...types: Fact['type'][]) => {
    const facts = types.map(type => ({
      environmentId,
      type,
      subjectId,
      data: { email_id: subjectId },
      at: systemClock(),
    }))
    await database.transaction(tx => record(tx, facts))
  }
  const worker = await work()
  return { sink, worker, work, key, addWebhook, tell, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const readWebhook = async ({ webhookId }: { webhookId: string }) => {
  const { rows } = await sql<{
    status: string
    success: number
    failure: number
    held_by: string | null
    at: Date | null
  }>`
    select status, success_count::int as success, failure_count::int as failure, held_by, last_delivery_at as at
    from webhooks where id = ${webhookId}`.execute(database.db)
  return rows[0]
}

const readDeliveries = async ({ webhookId }: { webhookId: string }) => {
  const { rows } = await sql<{ status: string; tries: number; attempts: { status?: number }[]; due_at: Date | null }>`
    select status, tries, attempts, due_at from webhook_deliveries where webhook_id = ${webhookId} order by position`.execute(
    database.db,
  )
  return rows
}

/** Waits until no worker holds the webhook, so everything is recorded. */
const untilReleased = (key: { webhookId: string }) =>
  eventually(async () => expect((await readWebhook(key))?.held_by).toBeNull())

const newSubject = () => newId(systemClock())

test('an event reaches the webhook, signed, and the attempt is recorded and counted', async () => {
  await using bench = await open()
  const subjectId = newSubject()

  await bench.tell(subjectId, 'email.sent')

  const [received] = await bench.sink.waitFor(1)
  const { rows } = await sql<{ secret: Buffer }>`select secret from webhooks where id = ${bench.key.webhookId}`.execute(
    database.db,
  )
  const secret = secrets.show(bench.key, rows[0]?.secret ?? Buffer.alloc(0))
  // `as`: no header is repeated.
  const verified = new StandardWebhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>)
  expect(verified).toMatchObject({ type: 'email.sent', data: { email_id: subjectId } })
  await untilReleased(bench.key)
  expect(await readDeliveries(bench.key)).toMatchObject([
    { status: 'delivered', tries: 1, due_at: null, attempts: [{ status: 200, success: true }] },
  ])
  expect(await readWebhook(bench.key)).toMatchObject({ success: 1, failure: 0, at: expect.any(Date) })
})

test('only active, subscribed webhooks get an event', async () => {
  await using bench = await open()
  const bounces = await bench.addWebhook('/bounces', ['email.bounced'])
  const texts = await bench.addWebhook('/texts', ['sms.*'])
  await sql`update webhooks set status = 'inactive' where id = ${bench.key.webhookId}`.execute(database.db)

  await bench.tell(newSubject(), 'email.sent', 'email.bounced', 'sms.sent')

  const counts = await Promise.all([bench.key, bounces, texts].map(async key => (await readDeliveries(key)).length))
  expect(counts).toEqual([0, 1, 1])
})

test('events of one message arrive in order, however many are sent in parallel', async () => {
  await using bench = await open({ script: () => ({ status: 200, delayMs: Math.random() * 5 }) })
  const subjects = Array.from({ length: 20 }, newSubject)

  for (const type of ['email.processing', 'email.sent', 'email.delivered', 'email.opened'] as const) {
    await Promise.all(subjects.map(subject => bench.tell(subject, type)))
  }

  const received = (await bench.sink.waitFor(80)).map(({ body }) => JSON.parse(body))
  for (const subject of subjects) {
    const own = received.filter(({ data }) => data.email_id === subject)
    expect(own.map(({ type }) => type)).toEqual(['email.processing', 'email.sent', 'email.delivered', 'email.opened'])
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map(({ sequence }) => sequence).toSorted((a, b) => a - b))
  }
})

test('a failed delivery is retried with the same id and a new signature until it succeeds', async () => {
  const statuses = [500, 302, 200]
  await using bench = await open({ script: () => ({ status: statuses.shift() ?? 200 }) })

  await bench.tell(newSubject(), 'email.sent')

  const received = await bench.sink.waitFor(3)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  await untilReleased(bench.key)
  const [delivery] = await readDeliveries(bench.key)
  expect(delivery).toMatchObject({ status: 'delivered', tries: 3 })
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 302, 200])
  expect(await readWebhook(bench.key)).toMatchObject({ success: 1, failure: 2 })
})

test('a delivery fails after its last attempt, with every attempt stored', async () => {
  await using bench = await open({ script: () => ({ status: 503 }) })

  await bench.tell(newSubject(), 'email.sent')

  await eventually(async () => expect((await readDeliveries(bench.key))[0]?.status).toBe('failed'))
  const [delivery] = await readDeliveries(bench.key)
  expect(delivery?.attempts).toHaveLength(4)
  expect(delivery?.due_at).toBeNull()
  expect(await readWebhook(bench.key)).toMatchObject({ status: 'active', success: 0, failure: 4 })
})

test('a 410 deactivates the webhook and fails its pending deliveries', async () => {
  await using bench = await open({ script: () => ({ status: 410 }) }, { maxAtOnce: 1 })

  await bench.tell(newSubject(), 'email.processing', 'email.sent', 'email.delivered')

  await eventually(async () => expect((await readWebhook(bench.key))?.status).toBe('inactive'))
  await eventually(async () =>
    expect((await readDeliveries(bench.key)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']),
  )
  expect(bench.sink.count).toBe(1)
})

test('a hanging receiver does not delay others', async () => {
  await using bench = await open({ script: ({ path }) => (path === '/hangs' ? { silent: 'hang' } : {}) })
  await Promise.all(Array.from({ length: 30 }, () => bench.addWebhook('/hangs')))
  await bench.tell(newSubject(), 'email.sent')
  await bench.sink.waitFor(31)

  await bench.tell(newSubject(), 'email.sent')

  // None of the hanging requests has timed out by then.
  await eventually(() => expect(toldAt(bench, '/')).toBe(2))
})

const hanging: WebhookSinkOptions = { script: ({ path }) => (path === '/hangs' ? { silent: 'hang' } : {}) }
const few = { maxHeld: 5, roundMs: 1_000 }
/** Hanging receivers give their slots to others. */
const fewInTurn = { ...few, timeoutMs: 2_000 }
const toldAt = ({ sink }: { sink: { received: readonly { path: string }[] } }, wanted: string) =>
  sink.received.filter(({ path }) => path === wanted).length

test('more hanging receivers than slots leave room for one that answers', async () => {
  await using bench = await open(hanging, few)
  await bench.tell(newSubject(), 'email.sent')
  await untilReleased(bench.key)
  await Promise.all(Array.from({ length: 8 }, () => bench.addWebhook('/hangs')))
  await Promise.all(Array.from({ length: 20 }, () => bench.tell(newSubject(), 'email.sent')))
  await eventually(() => expect(toldAt(bench, '/')).toBe(21))
  await eventually(() => expect(toldAt(bench, '/hangs')).toBeGreaterThan(16))

  await bench.tell(newSubject(), 'email.sent')

  // None of the hanging requests has timed out by then.
  await eventually(() => expect(toldAt(bench, '/')).toBe(22))
})

test('a new receiver gets its turn among hanging ones', async () => {
  await using bench = await open(hanging, fewInTurn)
  await Promise.all(Array.from({ length: 5 }, () => bench.addWebhook('/hangs')))
  await Promise.all(Array.from({ length: 40 }, () => bench.tell(newSubject(), 'email.sent')))
  await eventually(() => expect(toldAt(bench, '/hangs')).toBeGreaterThan(16))

  await bench.addWebhook('/new')
  await bench.tell(newSubject(), 'email.sent')

  await eventually(() => expect(toldAt(bench, '/new')).toBe(1), 30_000)
})

/** The database, counting the largest number of concurrent statements outside transactions. */
function watched(): { database: Database; most(): number } {
  let [underWay, most] = [0, 0]
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      most = Math.max(most, ++underWay)
      return node
    },
    async transformResult({ result }) {
      underWay--
      return result
    },
  }
  return { database: { ...database, db: database.db.withPlugin(plugin) }, most: () => most }
}

test('an event for very many webhooks leaves database connections for others', async () => {
  const { database: counted, most } = watched()
  await using bench = await open({}, { database: counted })
  for (let nth = 0; nth < 199; nth++) await bench.addWebhook(`/${nth}`)

  await bench.tell(newSubject(), 'email.sent')
  await bench.sink.waitFor(200)

  expect(most()).toBeLessThan(30)
})

test('deliveries of a crashed worker are sent by another as soon as the crash is noticed', async () => {
  await using bench = await open({}, { beatMs: 100 })
  const hold = (workerId: string) =>
    sql`update webhooks set held_by = ${workerId} where id = ${bench.key.webhookId}`.execute(database.db)
  await sql`insert into worker_heartbeats (worker_id, machine, process) values ('lives', 'elsewhere', '1:1')`.execute(
    database.db,
  )
  await hold('lives')
  await bench.tell(newSubject(), 'email.sent')
  await bench.tell(newSubject(), 'email.sent')
  expect(await readDeliveries(bench.key)).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
  expect(bench.sink.count).toBe(0)

  await sql`delete from worker_heartbeats where worker_id = 'lives'`.execute(database.db)

  await bench.sink.waitFor(2)
  await untilReleased(bench.key)
})

test('two workers that are woken at the same time send everything once', async () => {
  await using bench = await open()
  await bench.work()
  const subjects = Array.from({ length: 50 }, newSubject)

  await Promise.all(subjects.map(subject => bench.tell(subject, 'email.sent', 'email.delivered')))

  await eventually(async () =>
    expect((await readDeliveries(bench.key)).filter(({ status }) => status === 'delivered')).toHaveLength(100),
  )
  expect(await readWebhook(bench.key)).toMatchObject({ success: 100, failure: 0 })
  expect(bench.sink.count).toBe(100)
})

test('a stopping worker finishes requests in flight and releases the webhook', async () => {
  await using bench = await open({ script: () => ({ status: 200, delayMs: 100 }) }, { stopWithinMs: 20_000 })
  await bench.tell(newSubject(), 'email.sent')
  await bench.sink.waitFor(1)

  await bench.worker[Symbol.asyncDispose]()

  expect(await readDeliveries(bench.key)).toMatchObject([{ status: 'delivered' }])
  expect(await readWebhook(bench.key)).toMatchObject({ held_by: null, success: 1 })
})

test('an attempt that the worker aborted does not count', async () => {
  await using bench = await open({ script: () => ({ silent: 'hang' }) }, { stopWithinMs: 50 })
  await bench.tell(newSubject(), 'email.sent')
  await bench.sink.waitFor(1)

  await bench.worker[Symbol.asyncDispose]()

  expect(await readDeliveries(bench.key)).toMatchObject([{ status: 'pending', tries: 0, attempts: [] }])
  expect(await readWebhook(bench.key)).toMatchObject({ failure: 0 })
})

test('an event does not wait for a hanging request of an earlier one', async () => {
  const script = [{ silent: 'hang' as const }]
  await using bench = await open({ script: { '/': script } }, { watchMs: 20 })
  await bench.work()
  await bench.tell(newSubject(), 'email.sent')
  await bench.sink.waitFor(1)

  await bench.tell(newSubject(), 'email.sent')

  await eventually(() => expect(bench.sink.count).toBe(2))
})

/** All are taken into memory at once; sending them takes nine seconds. */
const inMemory = Array<Fact['type']>(300).fill('email.opened')
const slowly: WebhookSinkOptions = { script: () => ({ delayMs: 30 }) }
const oneByOne = { maxAtOnce: 1, watchMs: 10 }

test('becoming inactive applies to deliveries already in memory', async () => {
  await using bench = await open(slowly, oneByOne)
  await bench.tell(newSubject(), ...inMemory)
  await bench.sink.waitFor(1)

  await sql`update webhooks set status = 'inactive' where id = ${bench.key.webhookId}`.execute(database.db)

  await untilReleased(bench.key)
  expect(bench.sink.count).toBeLessThan(inMemory.length)
})

test('another address applies to deliveries already in memory', async () => {
  await using bench = await open(slowly, oneByOne)
  await bench.tell(newSubject(), ...inMemory)
  await bench.sink.waitFor(1)

  await sql`update webhooks set url = url || 'new' where id = ${bench.key.webhookId}`.execute(database.db)

  await eventually(() => expect(toldAt(bench, '/new')).toBeGreaterThan(0))
})

test('a secret that cannot be decrypted fails the attempt, not the worker; a new secret fixes it', async () => {
  await using bench = await open({}, { schedule: { pausesMs: Array(1_000).fill(60), jitter: 0 } })
  const stranger = webhookSecrets(sealer(randomBytes(32))).draw(bench.key)
  await sql`update webhooks set secret = ${stranger} where id = ${bench.key.webhookId}`.execute(database.db)

  await bench.tell(newSubject(), 'email.sent')
  await eventually(async () =>
    expect((await readDeliveries(bench.key))[0]?.attempts[0]).toMatchObject({
      success: false,
      error: expect.stringContaining('rotate'),
    }),
  )
  await sql`update webhooks set old_secret = secret, old_secret_until = now() + interval '1 day',
    secret = ${secrets.draw(bench.key)} where id = ${bench.key.webhookId}`.execute(database.db)

  await bench.sink.waitFor(1)
  await eventually(async () => expect((await readDeliveries(bench.key))[0]?.status).toBe('delivered'))
})

test('a receiver is not called over and over when its results cannot be recorded', async () => {
  await using bench = await open()
  const { webhookId } = bench.key
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    database.db,
  )
  await sql`create trigger refuse before update on webhook_deliveries for each row
    when (new.webhook_id = ${sql.lit(webhookId)}) execute function refuse()`.execute(database.db)

  await bench.tell(newSubject(), 'email.sent')
  await bench.sink.waitFor(1)
  await untilReleased(bench.key)
  expect(bench.sink.count).toBe(1)

  // Dropping the trigger locks every partition, and so may deadlock with the worker's look at them.
  await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin return new; end $$`.execute(
    database.db,
  )
  await sql`update webhooks set due_at = now() where id = ${webhookId}`.execute(database.db)
  await eventually(async () => expect((await readDeliveries(bench.key))[0]?.status).toBe('delivered'))
})

test('metrics get the outcome of each attempt', async () => {
  const heard: string[] = []
  await using bench = await open({ script: { '/': [{ status: 500 }] } }, { posted: next => heard.push(next) })

  await bench.tell(newId(systemClock()), 'email.sent')

  await eventually(() => expect(heard).toEqual(['again', 'delivered']))
})
