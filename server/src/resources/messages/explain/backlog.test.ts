import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { readBacklog, workKinds } from './backlog.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  return () => database[Symbol.asyncDispose]()
})

const nobody = '00000000-0000-4000-8000-000000000000'

/** Rows that have been due for this many seconds; a negative number makes them due later. */
async function addDeliveries(
  count: number,
  priority: number,
  seconds: number,
  more = { heldBy: null as string | null },
) {
  await sql`insert into deliveries (environment_id, email_id, nth, address, state, priority, due_at, give_up_at, held_by)
    select ${nobody}, gen_random_uuid(), 1, 'ada@example.com', 'waiting', ${priority},
      now() - make_interval(secs => ${seconds}), now() + interval '1 day', ${more.heldBy}
    from generate_series(1, ${count}::integer)`.execute(database.db)
}

/** Each call adds its own webhook. */
async function addEvents(count: number, tries: number, seconds: number) {
  const id = randomUUID()
  await sql`insert into webhooks (environment_id, id, url, subscribed_events, status, secret, created_at, updated_at)
    values (${nobody}, ${id}, 'https://acme.test/', '{*}', 'active', '', now(), now())`.execute(database.db)
  await sql`insert into webhook_deliveries (environment_id, webhook_id, position, event_id, subject_id, type, created_at, due_at, tries)
    select ${nobody}, ${id}, nth, gen_random_uuid(), gen_random_uuid(), 'email.sent', now(),
      now() - make_interval(secs => ${seconds}), ${tries}
    from generate_series(1, ${count}::integer) as nth`.execute(database.db)
}

test('an empty backlog has no count and no age', async () => {
  for (const kind of workKinds)
    expect(await readBacklog(database.db, kind), kind).toEqual({ due: 0, oldestSeconds: 0, later: 0 })
})

test('due work, its age, and work for later are counted at every priority', async () => {
  await addDeliveries(3, 0, 10)
  await addDeliveries(2, 15, 100)
  await addDeliveries(4, 5, -1_000)
  await addDeliveries(1, 0, 5_000, { heldBy: 'worker-1' })

  const { due, oldestSeconds, later } = await readBacklog(database.db, 'email')

  expect({ due, later }).toEqual({ due: 5, later: 4 })
  expect(oldestSeconds).toBeGreaterThanOrEqual(100)
  expect(oldestSeconds).toBeLessThan(200)
})

test('events for webhooks are due at once, and again when their pause is over', async () => {
  await addEvents(3, 0, 10)
  await addEvents(2, 1, 50)
  await addEvents(4, 2, -1_000)

  const { due, oldestSeconds, later } = await readBacklog(database.db, 'webhook')

  expect({ due, later }).toEqual({ due: 5, later: 4 })
  expect(oldestSeconds).toBeGreaterThanOrEqual(50)
  expect(oldestSeconds).toBeLessThan(150)
})

test('statuses that are not yet reported by callback are due, or are retried later', async () => {
  const add = (told: string, seconds: number) =>
    sql`
    insert into sms_progress (environment_id, sms_id, status, give_up_at, callback_tries, callback_told, callback_due_at)
    values (${nobody}, ${randomUUID()}, 'sent', now(), 1, ${told}, now() - make_interval(secs => ${seconds}))`.execute(
      database.db,
    )
  await add('processing', 50)
  await add('processing', -1_000)
  await add('sent', 1_000)

  const { due, oldestSeconds, later } = await readBacklog(database.db, 'sms_callback')

  expect({ due, later }).toEqual({ due: 1, later: 1 })
  expect(oldestSeconds).toBeGreaterThanOrEqual(50)
  expect(oldestSeconds).toBeLessThan(150)
})

test('counting stops at its limit, over all priorities', async () => {
  await addDeliveries(150, 10, 1)
  await addDeliveries(150, 20, 1)
  await addEvents(150, 0, 10)

  expect(await readBacklog(database.db, 'email', 200)).toMatchObject({ due: 200 })
  expect(await readBacklog(database.db, 'webhook', 100)).toMatchObject({ due: 102 })
})
