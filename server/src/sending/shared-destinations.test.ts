import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { shareDestinations } from './shared-destinations.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
})
afterAll(() => database[Symbol.asyncDispose]())

const log = pino({ level: 'silent' })
const relay = 'relay mail.acme.test:587'
const trouble = { failures: 3, reply: '451 4.4.1 Connection refused' }
const rowOf = async (name: string) => {
  const { rows } = await sql<{ connections: number | null; failing_since: Date | null; failures: number }>`
    select * from destinations where name = ${name}`.execute(database.db)
  return rows[0]
}

test('a new worker knows the limit that another has found, and each gets its share', async () => {
  await using one = await shareDestinations(database, log)
  expect(one.limitOf(relay)).toBeUndefined()

  one.learned({ name: relay, trouble: undefined, cap: undefined, own: 6 })
  await vi.waitFor(async () => expect(await rowOf(relay)).toMatchObject({ connections: 6 }), { timeout: 5_000 })
  await sql`insert into worker_heartbeats (worker_id, machine, process) values ('a', 'm', '1'), ('b', 'm', '2')`.execute(
    database.db,
  )
  await using another = await shareDestinations(database, log)

  expect([one.limitOf(relay), another.limitOf(relay)]).toEqual([6, 3])
})

test('the time since when a destination fails is kept until it works again', async () => {
  await using shared = await shareDestinations(database, log)
  const learn = async (more: Parameters<typeof shared.learned>[0]['trouble']) => {
    shared.learned({ name: 'direct google', trouble: more, cap: undefined, own: null })
    const failures = more?.failures ?? 0
    await vi.waitFor(async () => expect(await rowOf('direct google')).toMatchObject({ failures }), { timeout: 5_000 })
    return rowOf('direct google')
  }

  const first = await learn(trouble)
  const second = await learn({ ...trouble, failures: 4 })
  const well = await learn(undefined)

  expect(first?.failing_since).toBeInstanceOf(Date)
  expect(second?.failing_since).toEqual(first?.failing_since)
  expect(well).toMatchObject({ failing_since: null, last_reply: null })
})

test('what is not yet written is written on dispose', async () => {
  {
    await using shared = await shareDestinations(database, log)
    shared.learned({ name: 'direct yahoo', trouble, cap: undefined, own: null })
  }

  expect(await rowOf('direct yahoo')).toMatchObject({ failures: 3 })
})

test('a failure seen by another worker is known here, until one of them reports success', async () => {
  {
    await using shared = await shareDestinations(database, log)
    shared.learned({ name: 'direct gmx', trouble, cap: undefined, own: null })
  }
  await using one = await shareDestinations(database, log)
  expect(one.isFailing('direct gmx')).toBe(true)

  one.learned({ name: 'direct gmx', trouble: undefined, cap: undefined, own: null })

  expect(one.isFailing('direct gmx')).toBe(false)
})

test('when several workers see a destination fail or recover, only one logs it', async () => {
  const lines: { level: number; destination: string; reply?: string }[] = []
  const heard = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const name = 'relay smtp.acme.test'
  const openAll = () => Promise.all([1, 2, 3].map(() => shareDestinations(database, heard)))
  const allLearn = async (more: typeof trouble | undefined) => {
    const workers = await openAll()
    for (const one of workers) one.learned({ name, trouble: more, cap: undefined, own: null })
    // Each writes what it has learned on dispose.
    await Promise.all(workers.map(one => one[Symbol.asyncDispose]()))
    return lines.splice(0).map(({ level, destination, reply }) => ({ level, destination, reply }))
  }

  expect(await allLearn(trouble)).toEqual([{ level: 40, destination: name, reply: trouble.reply }])
  expect(await allLearn({ ...trouble, failures: 4 })).toEqual([])
  expect(await allLearn(undefined)).toEqual([{ level: 30, destination: name }])
  expect(await allLearn(undefined)).toEqual([])
})
