import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { systemClock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { openDatabase } from '#postgres/database.ts'
import { unlimited } from '#resources/account/organizations/plans.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { expireRequestWindows } from './expire.ts'
import { type LimitState, requestLimiter } from './limiter.ts'
import { readRateLimit } from './read.ts'

// Two database objects stand for two processes: they share only the tables.
let database: Database
let second: Database
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  database = openDatabase({ url })
  second = openDatabase({ url })
  // A new hour during a test would reset the count.
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ left: number }>`
        select extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now())::float as left`.execute(
        database.db,
      )
      expect(rows[0]?.left).toBeGreaterThan(15)
    },
    { timeout: 20_000, interval: 500 },
  )
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})

const passed = (standings: readonly LimitState[]) => standings.filter(one => one.passed).length

test('of twice the limit in parallel over two processes, exactly the limit passes', async () => {
  const { live } = await createCallers(database, { name: 'Free', plan: 'free' })
  const limiters = [requestLimiter(database, systemClock), requestLimiter(second, systemClock)]

  const standings = await Promise.all(Array.from({ length: 200 }, (_, n) => limiters[n % 2]?.(live)))

  expect(passed(standings.filter(one => one !== undefined))).toBe(100)
})

test('the remaining number counts down one by one and never below zero', async () => {
  const { live } = await createCallers(database, { name: 'Few', plan: 'enterprise', requestsPerHour: 3 })
  const count = requestLimiter(database, systemClock)

  const standings = [await count(live), await count(live), await count(live), await count(live), await count(live)]

  expect(standings.map(one => [one.passed, one.remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
    [false, 0],
  ])
  expect(standings[0]?.limit).toBe(3)
  expect(standings[0]?.resetSeconds).toBeGreaterThan(0)
  expect(standings[0]?.resetSeconds).toBeLessThanOrEqual(3_600)
})

test('requests counted together still see different remaining numbers', async () => {
  const { live } = await createCallers(database, { name: 'Some', plan: 'enterprise', requestsPerHour: 50 })
  const count = requestLimiter(database, systemClock)

  const standings = await Promise.all(Array.from({ length: 50 }, () => count(live)))

  expect(standings.map(one => one.remaining).sort((a, b) => b - a)).toEqual(
    Array.from({ length: 50 }, (_, n) => 49 - n),
  )
})

test('keys of one organization do not use up each other’s limit', async () => {
  const { live, test } = await createCallers(database, { name: 'Two', plan: 'enterprise', requestsPerHour: 1 })
  const count = requestLimiter(database, systemClock)

  expect(await Promise.all([count(live), count(test)])).toEqual([
    expect.objectContaining({ passed: true }),
    expect.objectContaining({ passed: true }),
  ])
})

test('a new hour starts at zero, and past hours are deleted', async () => {
  const { live } = await createCallers(database, { name: 'Hour', plan: 'enterprise', requestsPerHour: 1 })
  const count = requestLimiter(database, systemClock)
  await count(live)
  expect(await count(live)).toMatchObject({ passed: false })

  await sql`update request_windows set window_start = window_start - interval '3 hours'`.execute(database.db)

  expect(await count(live)).toMatchObject({ passed: true })
  expect(await expireRequestWindows(database)).toBeGreaterThan(0)
  expect(await expireRequestWindows(database)).toBe(0)
  expect(await count(live)).toMatchObject({ passed: false })
})

test('a key without a limit never waits, and is still counted', async () => {
  const { live } = await createCallers(database)
  const count = requestLimiter(database, systemClock)

  const standings = Array.from({ length: 10 }, () => count(live))

  expect(standings.every(one => !(one instanceof Promise) && one.passed && one.limit === unlimited)).toBe(true)
  await vi.waitFor(async () => {
    const { tokenBalance } = await readRateLimit(database.db, live, new Date())
    expect(tokenBalance).toBe(unlimited - 10)
  })
})

test('a key whose row is locked is told to retry, and does not delay others for long', async () => {
  const held = (await createCallers(database, { name: 'Held', plan: 'free' })).live
  const free = (await createCallers(database, { name: 'Free to go', plan: 'free' })).live
  const count = requestLimiter(database, systemClock)
  await count(held)
  let letGo: (() => void) | undefined
  const holding = second.transaction(async tx => {
    await sql`select from request_windows where key_id = ${held.keyId} for update`.execute(tx)
    await new Promise<void>(resolve => {
      letGo = resolve
    })
  })
  await vi.waitFor(() => expect(letGo).toBeDefined())
  const begun = performance.now()

  const [stuck, other] = await Promise.allSettled([count(held), count(free)])

  expect(stuck).toMatchObject({ status: 'rejected', reason: { code: '55P03' } })
  expect(other).toMatchObject({ status: 'fulfilled', value: { passed: true } })
  expect(performance.now() - begun).toBeLessThan(3_500)
  letGo?.()
  await holding
})
