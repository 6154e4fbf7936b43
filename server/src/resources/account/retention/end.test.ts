import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { findPartitions, makePartitions, partitioned } from '#postgres/partitions/partitions.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { insertMessage } from '../../../../testing/message-rows.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { applyRetention } from './end.ts'
import { retentionJob } from './jobs.ts'
import { defaultLogDays } from './retention.ts'
import { upsert } from './store.ts'
import { retentionTasks } from './tasks.ts'

const now = new Date('2026-11-16T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

let database: Database
let [live, test_] = ['', '']
beforeEach(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  const callers = await createCallers(database)
  live = callers.live.environmentId
  test_ = callers.test.environmentId
})
afterEach(() => database[Symbol.asyncDispose]())

/** Inserts a message of that age with its body, in the partitions of its time. */
async function message(days: number, special: { environmentId?: string; isOpen?: boolean } = {}): Promise<string> {
  await makePartitions(database, daysAgo(days))
  const id = newId(daysAgo(days))
  const { environmentId = live } = special
  await insertMessage(database.pool, { environmentId, id, ...special })
  await sql`update emails set html = null where id = ${id}`.execute(database.db)
  await sql`insert into email_bodies values (${environmentId}, ${id}, 'packed')`.execute(database.db)
  await sql`insert into outside_uses values (${environmentId}, ${id}, -1, ${id})`.execute(database.db)
  return id
}

const idsIn = async (table: keyof typeof partitioned) => {
  const { key } = partitioned[table]
  const { rows } = await sql<{ id: string }>`select ${sql.id(key)} as id from ${sql.table(table)} order by 1`.execute(
    database.db,
  )
  return rows.map(({ id }) => id)
}
const namesOf = async (table: keyof typeof partitioned) =>
  (await findPartitions(database.db, partitioned[table])).map(({ name }) => name)
/** The tables of messages. */
const tables = (Object.keys(partitioned) as (keyof typeof partitioned)[]).filter(name => !name.endsWith('_log'))

test('expired partitions are dropped: messages after 400 days, events after 90, bodies after 30', async () => {
  const [ancient, old, older, recent] = [await message(470), await message(115), await message(45), await message(2)]

  const { dropped, deleted } = await applyRetention(database, now)

  expect(deleted).toBe(0)
  expect(dropped).toContain('emails_20250801')
  for (const table of tables) {
    const kept = /bod|attach|outside/.test(table)
      ? [recent]
      : /event|webhook/.test(table)
        ? [older, recent]
        : [old, older, recent]
    expect([table, await idsIn(table)]).toEqual([table, kept])
  }
  expect(ancient).toBeDefined()
  expect(await applyRetention(database, now)).toEqual({ dropped: [], deleted: 0 })
})

test('an open message stays complete, however old, and is deleted once it has ended', async () => {
  const [open, ended] = [await message(470, { isOpen: true }), await message(470)]

  await applyRetention(database, now)

  for (const table of tables) expect([table, await idsIn(table)]).toEqual([table, [open]])
  expect(ended).toBeDefined()

  await sql`update deliveries set due_at = null`.execute(database.db)
  await sql`update email_fallbacks set due_at = null`.execute(database.db)
  await sql`update sms_progress set due_at = null`.execute(database.db)
  await sql`update webhook_deliveries set due_at = null`.execute(database.db)
  await applyRetention(database, now)

  for (const table of tables) expect([table, await idsIn(table)]).toEqual([table, []])
})

test('an email that is scheduled for next year, or held by a worker, has not ended', async () => {
  const [scheduled, held] = [await message(470), await message(470)]
  await sql`update email_progress set status = 'scheduled' where email_id = ${scheduled}`.execute(database.db)
  await sql`update deliveries set held_by = 'worker' where email_id = ${held}`.execute(database.db)

  await applyRetention(database, now)

  for (const table of ['emails', 'deliveries', 'email_bodies', 'email_attachments'] as const)
    expect([table, (await idsIn(table)).toSorted()]).toEqual([table, [scheduled, held].toSorted()])
})

test('a text message that is scheduled for next year has not ended', async () => {
  const [scheduled] = [await message(470), await message(470)]
  await sql`update sms_progress set status = 'scheduled' where sms_id = ${scheduled}`.execute(database.db)

  await applyRetention(database, now)

  for (const table of ['sms', 'sms_progress'] as const)
    expect([table, await idsIn(table)]).toEqual([table, [scheduled]])
})

test('test data is deleted after 7 days, row by row', async () => {
  const [kept, recent, old] = [
    await message(8),
    await message(6, { environmentId: test_ }),
    await message(8, { environmentId: test_ }),
  ]

  expect((await applyRetention(database, now)).deleted).toBe(tables.length)

  for (const table of tables) expect([table, await idsIn(table)]).toEqual([table, [kept, recent].toSorted()])
  expect(old).toBeDefined()
})

test('test data that was sent after the clock was advanced by a year is kept for 7 days', async () => {
  await sql`update environments set clock_ahead_ms = ${365 * 86_400_000} where id = ${test_}`.execute(database.db)
  const sent = await message(0, { environmentId: test_ })

  await applyRetention(database, now)

  for (const table of tables) expect([table, await idsIn(table)]).toEqual([table, [sent]])
})

test('data that one environment keeps forever stays, and that of others in the same partition is deleted', async () => {
  const { live: other } = await createCallers(database)
  await database.transaction(tx => upsert(tx, live, { bodies: null, events: null, messages: null }))
  const kept = await message(470)
  await message(470, { environmentId: other.environmentId })

  const { dropped } = await applyRetention(database, now)

  expect(dropped.filter(name => !/^(audit|request)_log/.test(name))).toEqual([])
  for (const table of tables) expect([table, await idsIn(table)]).toEqual([table, [kept]])
  expect(await namesOf('emails')).toContain('emails_20250801')
})

test('with 0 days, bodies are kept until their email has ended', async () => {
  await database.transaction(tx => upsert(tx, live, { bodies: 0, events: 90, messages: 400 }))
  const [open] = [await message(1, { isOpen: true }), await message(1)]

  await applyRetention(database, now)

  expect(await idsIn('email_bodies')).toEqual([open])
  expect(await idsIn('emails')).toHaveLength(2)
})

test('a partition that was detached before its process ended is dropped the next time', async () => {
  await message(470)
  await sql`alter table emails detach partition emails_20250801`.execute(database.db)

  await applyRetention(database, now)

  const { rows } = await sql`select from pg_class where relname = 'emails_20250801'`.execute(database.db)
  expect(rows).toEqual([])
})

test('other users of the table do not wait: the partition is dropped another time', async () => {
  await message(470)
  await using other = openDatabase({ url: String(database.pool.options.connectionString) })
  const reading = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const transaction = other.transaction(async tx => {
    await sql`select from email_attachments limit 1`.execute(tx)
    begun.resolve()
    await reading.promise
  })
  await begun.promise

  await expect(applyRetention(database, now)).rejects.toThrow('lock timeout')

  reading.resolve()
  await transaction
  expect((await applyRetention(database, now)).dropped).toContain('emails_20250801')
})

test('finished runs are deleted with messages; unfinished ones stay', async () => {
  const add = (id: string, finished: boolean, environmentId = live) =>
    sql`
    with run as (
      insert into workflow_runs (environment_id, id, workflow_id, version, contact_id, state, entered_at, trigger, started_at, finished_at)
      values (${environmentId}, ${id}, ${randomUUID()}, 1, ${randomUUID()}, ${finished ? 'completed' : 'waiting'}, now(), '{}', now(), ${finished ? now : null}))
    insert into workflow_run_steps (environment_id, run_id, nth, step, type, entered_at) values (${environmentId}, ${id}, 1, 'a', 'delay', now())`.execute(
      database.db,
    )
  const [open, ended, recent] = [newId(daysAgo(470)), newId(daysAgo(471)), newId(daysAgo(3))]
  for (const id of [open, ended, recent]) await add(id, id !== open)
  const [tested, kept] = [newId(daysAgo(8)), newId(daysAgo(6))]
  for (const id of [tested, kept]) await add(id, true, test_)

  await applyRetention(database, now)

  const { rows } = await sql<{ id: string }>`
    select r.id from workflow_runs r join workflow_run_steps s on s.run_id = r.id order by 1`.execute(database.db)
  expect(rows.map(({ id }) => id)).toEqual([open, kept, recent])
})

test('a log is kept for the same days for all organizations, and is dropped by partitions', async () => {
  const organizationId = randomUUID()
  const add = async (days: number) => {
    await makePartitions(database, daysAgo(days))
    await sql`insert into audit_log (organization_id, id, action, object_type, changes, actor_type, via)
      values (${organizationId}, ${newId(daysAgo(days))}, 'key.created', 'key', '[]', 'operator', 'command_line')`.execute(
      database.db,
    )
  }
  for (const days of [500, 300, 100, 1]) await add(days)

  expect((await applyRetention(database, now)).dropped).toContain('audit_log_20250701')
  expect(await idsIn('audit_log')).toHaveLength(3)

  await applyRetention(database, now, { audit: 200, requests: 7 })
  expect(await idsIn('audit_log')).toHaveLength(2)
})

test('requests are kept for a week, and deleted by the day', async () => {
  const add = async (days: number) => {
    await makePartitions(database, daysAgo(days))
    await sql`insert into request_log (environment_id, id, request_id, key_id, operation, method, path, status, duration_ms, address,
      has_idempotency_key, left_out) values (${live}, ${newId(daysAgo(days))}, 'r', ${live}, 'sendEmail', 'POST', '/v1/emails',
      200, 1, '127.0.0.1', false, 0)`.execute(database.db)
  }
  for (const days of [9, 6, 0]) await add(days)

  expect((await applyRetention(database, now)).dropped).toContain('request_log_20261107')
  expect(await idsIn('request_log')).toHaveLength(2)
})

test('a worker whose clock is years ahead deletes nothing that is not old by the clock of the database', async () => {
  const id = newId(new Date())
  await insertMessage(database.pool, { environmentId: live, id })
  const ahead = retentionTasks(database, () => new Date(Date.now() + 3 * 365 * 86_400_000), defaultLogDays)

  // `as`: the name of a task does not imply its payload.
  await ahead[retentionJob.task]?.({} as never, {
    ...{ attempt: 1, signal: new AbortController().signal, log: pino({ level: 'silent' }) },
  })

  expect(await idsIn('emails')).toEqual([id])
})
