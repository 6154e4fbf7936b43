import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase } from '../../../testing/postgres.ts'
import type { Database } from '../database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

/** The result, and the milliseconds until then. */
async function timed(work: Promise<unknown>): Promise<{ code: unknown; ms: number }> {
  const begun = performance.now()
  const code = await work.then(
    () => 'done',
    error => error.code,
  )
  return { code, ms: performance.now() - begun }
}

const sleep = (tenant: string, seconds: number) =>
  timed(sql`select pg_sleep(${seconds}::float8)`.execute(database.slowReads(tenant)))

test('one environment with many slow reads delays neither other environments nor other work', async () => {
  const flood = Array.from({ length: 600 }, () => sleep('greedy', 0.5))
  const [other, quick] = await Promise.all([
    sleep('modest', 0),
    timed(Promise.all(Array.from({ length: 30 }, () => sql`select 1`.execute(database.db)))),
  ])
  const answers = await Promise.all(flood)

  expect(other.code).toBe('done')
  expect(quick.code).toBe('done')
  const done = answers.filter(({ code }) => code === 'done')
  expect(done.length, 'two at once, and no read waits much longer than a second').toBeLessThanOrEqual(10)
  expect(done.length).toBeGreaterThanOrEqual(2)
  const refused = answers.filter(({ code }) => code === 'service_unavailable')
  expect(refused).toHaveLength(600 - done.length)
  expect(
    refused.filter(({ ms }) => ms < 700).length,
    'reads beyond the queue limit are refused at once',
  ).toBeGreaterThanOrEqual(98)
})

test('a read that takes too long is canceled, with a message that says what to do', async () => {
  const slow = sql`select pg_sleep(10)`.execute(database.slowReads('one'))

  await expect(slow).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('narrower'),
  })
  expect((await sql`select 1 as one`.execute(database.slowReads('one'))).rows).toEqual([{ one: 1 }])
})

test('a bounded read ends at its time limit, and the next on the same connection has the usual limit', async () => {
  const bounded = await timed(sql`select pg_sleep(10)`.execute(database.slowReads('one', { withinMs: 50 })))

  expect(bounded.code).toBe('service_unavailable')
  expect(bounded.ms).toBeLessThan(2_000)
  expect(await timed(sql`select pg_sleep(0.2)`.execute(database.slowReads('one')))).toMatchObject({ code: 'done' })
})
