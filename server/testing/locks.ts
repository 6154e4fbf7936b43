import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '#postgres/database.ts'

/** How many sessions in this database wait for a lock. */
export async function waitingForLocks(db: Db): Promise<number> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(db)).rows.length
}

/** Long enough for a busy machine. */
const waitOptions = { timeout: 20_000 }

export const untilLockWait = (db: Db, count = 1): Promise<void> =>
  vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(count), waitOptions)
