import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { addStats, type Change } from './add.ts'
import { readAnalytics } from './read.ts'
import { sumUp } from './sum-up.ts'

let url: string
let database: Database
let live: Caller
beforeAll(async () => {
  url = await createTestDatabase(inject('clusterUrl'))
  database = openDatabase({ url })
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const processes = new Set<ChildProcess>()
afterEach(async () => {
  for (const one of processes) await kill(one)
  await emptyTables(database.db, 'email_stats')
})

async function startSummer(): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('./sum-up.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [file, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  processes.add(child)
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  processes.delete(child)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const noon = new Date('2026-11-15T12:00:00.000Z')
/** One email to three recipients, accepted in one of five hours. */
const changeOf = (nth: number): Change => {
  const acceptedAt = new Date(noon.getTime() + (nth % 5) * 3_600_000)
  return {
    environmentId: live.environmentId,
    emailId: newId(acceptedAt),
    acceptedAt,
    messageStream: nth % 2 ? 'transactional' : 'broadcast',
    tags: [`tag ${nth % 3}`],
    templateId: null,
    counts: { emails_sent: 1, recipients_reached: 3 },
  }
}

const read = async (tag?: string) => (await readAnalytics(database.db, live, { accepted: {}, tag })).totals
const rows = async (summed: boolean) =>
  (await sql`select from email_stats where summed = ${summed}`.execute(database.db)).rows.length

test('no reader sees a wrong total while several processes sum up, even when they are killed', {
  timeout: 60_000,
}, async () => {
  const summers = [await startSummer(), await startSummer()]
  let [begun, done, writing] = [0, 0, true]
  const write = async () => {
    while (begun < 600) {
      const nth = begun++
      await database.transaction(async tx => addStats(tx, [changeOf(nth)]))
      done++
    }
  }
  const watch = async () => {
    let [before, reads] = [0, 0]
    while (writing) {
      const least = Math.max(before, done)
      const { emails_sent, recipients_reached } = await read()
      expect(emails_sent).toBeGreaterThanOrEqual(least)
      expect(emails_sent).toBeLessThanOrEqual(begun)
      expect(recipients_reached).toBe(3 * emails_sent)
      before = emails_sent
      reads++
    }
    return reads
  }
  const killNow = async () => {
    await vi.waitFor(() => expect(done).toBeGreaterThan(200), { timeout: 30_000 })
    await Promise.all(summers.map(kill))
    await startSummer()
    await startSummer()
  }

  const watched = [watch(), watch()]
  await Promise.all([write(), write(), write(), killNow()])
  writing = false

  expect((await Promise.all(watched)).every(reads => reads > 10)).toBe(true)
  expect(await read()).toMatchObject({ emails_sent: 600, recipients_reached: 1_800 })
  expect(await read('tag 1')).toMatchObject({ emails_sent: 200, recipients_reached: 600 })
  await vi.waitFor(async () => expect(await rows(false)).toBe(0), { timeout: 10_000 })
  // Five hours, two streams, three tags and the row for all.
  expect(await rows(true)).toBe(5 * 2 * 4)
  expect(await read()).toMatchObject({ emails_sent: 600, recipients_reached: 1_800 })
})

test('adding figures waits neither for other writers nor for summing up', async () => {
  await database.transaction(async tx => addStats(tx, [changeOf(0)]))
  await sumUp(database)

  await database.transaction(async tx => {
    addStats(tx, [changeOf(0)])
    await sql`select from email_stats where summed for update`.execute(tx)
    await database.transaction(async other => addStats(other, [changeOf(0)]))
  })

  expect(await read()).toMatchObject({ emails_sent: 3 })
})

test('figures of a transaction that is rolled back are not added', async () => {
  const undone = database.transaction(async tx => {
    addStats(tx, [changeOf(0)])
    throw new Error('undone')
  })

  await expect(undone).rejects.toThrow('undone')
  expect(await rows(false)).toBe(0)
})

test('many changes become one row per hour, stream and tag', async () => {
  await database.transaction(async tx =>
    addStats(
      tx,
      Array.from({ length: 300 }, (_, nth) => changeOf(nth)),
    ),
  )

  expect(await rows(false)).toBe(5 * 2 * 4)
  expect(await read()).toMatchObject({ emails_sent: 300, recipients_reached: 900 })
})

test('a change without counts adds no row', async () => {
  await database.transaction(async tx => addStats(tx, [{ ...changeOf(0), counts: { emails_bounced: 0 } }]))

  expect(await rows(false)).toBe(0)
})
