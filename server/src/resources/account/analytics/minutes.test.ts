/** There are no emails here, so a figure that is counted from emails is 0, which shows where a figure comes from. */
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { addStats } from './add.ts'
import { readAnalytics } from './read.ts'
import { sumUp } from './sum-up.ts'

const database = await openTestDatabase(inject('clusterUrl'))
afterAll(() => database[Symbol.asyncDispose]())

let caller: Caller
beforeEach(async () => {
  caller = (await createCallers(database)).live
})

const at = (time: string) => new Date(`2026-11-15T${time}Z`)
const add = (time: string, sent: number, tags: string[] = []) =>
  database.transaction(async tx =>
    addStats(tx, [
      {
        ...{ environmentId: caller.environmentId, emailId: '', messageStream: 'transactional', tags, templateId: null },
        ...{ acceptedAt: at(time), counts: { emails_sent: sent } },
      },
    ]),
  )
const sent = async (from: string, until: string, tag?: string) => {
  const question = { accepted: { from: at(from), until: at(until) }, tag }
  return (await readAnalytics(database.db, caller, question)).totals.emails_sent
}

test.each(['as they come', 'summed up', 'half and half'])('minutes are read without their emails: %s', async how => {
  await add('09:59:59.999', 1)
  await add('10:00:00.000', 10, ['spring'])
  if (how === 'half and half') await sumUp(database)
  await add('10:01:59.999', 100, ['spring'])
  await add('10:02:00.000', 1_000)
  await add('11:30:00.000', 10_000)
  if (how === 'summed up') await sumUp(database)

  expect(await sent('10:00:00', '10:02:00')).toBe(110)
  expect(await sent('10:01:00', '10:30:00')).toBe(1_100)
  expect(await sent('09:59:00', '10:01:00')).toBe(11)
  expect(await sent('10:01:00', '11:31:00')).toBe(11_100)
  expect(await sent('10:01:00', '10:30:00', 'spring')).toBe(100)
  expect(await sent('10:01:30', '10:02:30')).toBe(0)
  expect(await sent('10:00:30', '10:02:30')).toBe(100)
})

test('an hour with counts from a version without minutes is counted email by email', async () => {
  await add('10:01:00', 100)
  await sumUp(database)
  await sql`insert into email_stats (environment_id, tag, message_stream, hour, emails_sent)
    values (${caller.environmentId}, '', 'transactional', ${at('10:00:00')}, 1)`.execute(database.db)

  expect(await sent('10:00:00', '10:02:00')).toBe(0)
  await sumUp(database)
  expect(await sent('10:00:00', '10:02:00')).toBe(0)
  expect(await sent('10:00:00', '11:00:00')).toBe(101)
})

test('hours and days of a series include their minutes, and empty minutes add no point', async () => {
  await add('10:01:00', 100)
  const question = { accepted: { from: at('09:30:00'), until: at('10:30:00') }, granularity: 'hour' } as const

  const { series } = await readAnalytics(database.db, caller, question)

  expect(series?.map(({ start, totals }) => [start, totals.emails_sent])).toEqual([[at('10:00:00'), 100]])
})
