import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { eraseOptOut, optIn, optOut } from './change.ts'
import { numberKey } from './number-key.ts'
import { optedOutAmong } from './read.ts'

let database: Database
let live: Caller
let stranger: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  stranger = callers.test
})
afterAll(() => database[Symbol.asyncDispose]())

const at = new Date('2026-11-15T12:00:00.000Z')
let count = 0
const newNumber = () => `+1415555${String(++count).padStart(4, '0')}`
const of = (number: string, { environmentId } = live) => ({ environmentId, number })
const stop = (number: string) => database.transaction(tx => optOut(tx, { ...of(number), at }))
const start = (number: string) => database.transaction(tx => optIn(tx, of(number)))
const erase = (number: string, isUnsubscribed = false) =>
  database.transaction(tx => eraseOptOut(tx, { ...of(number), isUnsubscribed, at }))
const isOut = async (number: string, caller = live) =>
  (await optedOutAmong(database.db, [of(number, caller)])).has(numberKey(of(number, caller)))

test('a number is on the list from its STOP to its START, and only the first of each changes something', async () => {
  const number = newNumber()

  expect(await isOut(number)).toBe(false)
  expect(await start(number)).toBe(false)
  expect(await stop(number)).toBe(true)
  expect(await stop(number)).toBe(false)
  expect(await isOut(number)).toBe(true)
  expect(await start(number)).toBe(true)
  expect(await isOut(number)).toBe(false)
})

test('twenty concurrent STOPs of one number change it once', async () => {
  const number = newNumber()

  const changes = await Promise.all(Array.from({ length: 20 }, () => stop(number)))

  expect(changes.filter(changed => changed)).toEqual([true])
})

test.each([
  ['a START', { act: (number: string): Promise<unknown> => start(number), isOutAfter: false }],
  ['an erasure', { act: (number: string): Promise<unknown> => erase(number), isOutAfter: true }],
])('%s that comes while a STOP is being recorded finds the number on the list', async (_, { act, isOutAfter }) => {
  const number = newNumber()
  let acting: Promise<unknown> | undefined

  await database.transaction(async tx => {
    await optOut(tx, { ...of(number), at })
    acting = act(number)
    await Promise.race([acting, untilLockWait(database.db)])
  })
  await acting

  const { rows } = await sql`select from sms_opt_outs where number = ${number}`.execute(database.db)
  expect(rows).toEqual([])
  expect(await isOut(number)).toBe(isOutAfter)
})

test('an opt-out in one environment does not count in another', async () => {
  const number = newNumber()
  await stop(number)

  expect(await isOut(number, stranger)).toBe(false)
})

test('of many numbers, some of them repeated, exactly those that have opted out are returned', async () => {
  const numbers = Array.from({ length: 300 }, newNumber)
  const silent = numbers.filter((_, index) => index % 3 === 0)
  await database.transaction(async tx => {
    for (const number of silent) await optOut(tx, { ...of(number), at })
  })

  const found = await optedOutAmong(
    database.db,
    [...numbers, ...silent].flatMap(number => [of(number), of(number, stranger)]),
  )

  expect(found).toEqual(new Set(silent.map(number => numberKey(of(number)))))
})

test('for no numbers the result is empty', async () => {
  expect(await optedOutAmong(database.db, [])).toEqual(new Set())
})

test('the query is sent at once: a change right after it is not in its answer', async () => {
  const number = newNumber()

  const [found] = await database.transaction(tx =>
    Promise.all([optedOutAmong(tx, [of(number)]), optOut(tx, { ...of(number), at })]),
  )

  expect(found).toEqual(new Set())
  expect(await isOut(number)).toBe(true)
})

test('a number that is erased after its STOP stays opted out as a hash, until its START', async () => {
  const [number, silent] = [newNumber(), newNumber()]
  await stop(number)

  for (const _ of [1, 2]) await erase(number)
  await erase(silent, true)
  await erase(newNumber())

  expect([await isOut(number), await isOut(silent), await isOut(number, stranger)]).toEqual([true, true, false])
  const { rows } = await sql`select from sms_opt_outs where number in (${number}, ${silent})`.execute(database.db)
  expect(rows).toEqual([])
  expect(await start(number)).toBe(true)
  expect(await isOut(number)).toBe(false)
  expect(await start(number)).toBe(false)
})
