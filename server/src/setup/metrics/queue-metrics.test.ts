import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openMetrics } from '#http/registry.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { databaseMetrics } from './database-metrics.ts'
import { queueMetrics } from './queue-metrics.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  return () => database[Symbol.asyncDispose]()
})
beforeEach(() => emptyTables(database.db, 'deliveries, destinations'))

const nobody = '00000000-0000-4000-8000-000000000000'

async function addWaiting(count: number, destination: string | null) {
  await sql`insert into deliveries (environment_id, email_id, nth, address, state, due_at, give_up_at, waits_for)
    select ${nobody}, gen_random_uuid(), 1, 'ada@example.com', 'delayed', now(), now() + interval '1 day', ${destination}
    from generate_series(1, ${count}::integer)`.execute(database.db)
}

function scene(of = database) {
  const clock = { ms: 0 }
  const metrics = openMetrics()
  queueMetrics(metrics, of, () => clock.ms)
  databaseMetrics(metrics, of)
  const scrape = async () => (await metrics.registry.metrics()).split('\n').filter(line => line.startsWith('posthorn_'))
  return { clock, scrape }
}

test('shows the backlog by kind and by destination, and how many destinations fail', async () => {
  await addWaiting(3, 'relay smtp.acme.test')
  await addWaiting(2, null)
  await sql`insert into destinations (name, failing_since, failures) values ('relay smtp.acme.test', now(), 4)`.execute(
    database.db,
  )

  const lines = await scene().scrape()

  expect(lines).toEqual(
    expect.arrayContaining([
      'posthorn_queue_due{kind="email"} 5',
      'posthorn_queue_due{kind="sms"} 0',
      'posthorn_queue_due{kind="webhook"} 0',
      'posthorn_queue_due{kind="workflow_run"} 0',
      'posthorn_queue_later{kind="email"} 0',
      expect.stringMatching(/^posthorn_queue_oldest_seconds\{kind="email"\} \d/),
      'posthorn_destination_waiting{destination="relay smtp.acme.test"} 3',
      'posthorn_destinations_failing 1',
    ]),
  )
})

test('at most 20 destinations are named: those with the largest backlog', async () => {
  for (let nth = 1; nth <= 25; nth++) await addWaiting(nth, `direct receiver-${nth}`)

  const named = (await scene().scrape()).filter(line => line.startsWith('posthorn_destination_waiting{'))

  expect(named).toHaveLength(20)
  expect(named[0]).toBe('posthorn_destination_waiting{destination="direct receiver-25"} 25')
})

test('the database is queried once in five seconds, however often metrics are scraped', async () => {
  const { clock, scrape } = scene()
  const due = async () => (await scrape()).find(line => line.startsWith('posthorn_queue_due{kind="email"}'))
  expect(await due()).toBe('posthorn_queue_due{kind="email"} 0')

  await addWaiting(7, null)
  clock.ms = 4_999
  expect(await due()).toBe('posthorn_queue_due{kind="email"} 0')

  clock.ms = 5_000
  expect(await due()).toBe('posthorn_queue_due{kind="email"} 7')
})

test('a destination without a backlog is no longer named', async () => {
  await addWaiting(1, 'relay')
  const { clock, scrape } = scene()
  await scrape()

  await emptyTables(database.db, 'deliveries')
  clock.ms = 5_000

  expect((await scrape()).filter(line => line.startsWith('posthorn_destination_waiting'))).toEqual([])
})

test('while the database is unavailable, the other metrics are served and the outage is counted once', async () => {
  await using away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
  const { clock, scrape } = scene(away)
  await scrape()
  clock.ms = 5_000

  const lines = await scrape()

  expect(lines.filter(line => /^posthorn_(queue|destination)/.test(line))).toEqual([])
  expect(lines).toEqual(expect.arrayContaining(['posthorn_database_outages_total 1', 'posthorn_database_waiting 0']))
})

test('counts the connections in use of all pools, and the work waiting for one', async () => {
  await using own = openDatabase({ url: String(database.pool.options.connectionString), connections: 1 })
  const beside = own.beside(1)
  const { promise: enough, resolve: letGo } = Promise.withResolvers<void>()
  const holding = [own, beside].map(one => one.transaction(() => enough))
  const waiting = sql`select 1`.execute(own.db)

  await expect.poll(() => own.usage()).toMatchObject({ inUse: 2, idle: 0, waiting: 1, outages: 0 })

  letGo()
  await Promise.all([...holding, waiting])
  expect(own.usage()).toMatchObject({ inUse: 0, idle: 2, waiting: 0 })
})
