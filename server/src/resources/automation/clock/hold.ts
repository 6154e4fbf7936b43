import type { Caller } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { findAhead, lockAhead } from './store.ts'

/** How far the clock of the environment is ahead. It does not advance until the transaction ends; a live clock never does. */
export const holdClock = async (
  tx: Tx,
  { environmentId, mode }: Pick<Caller, 'environmentId' | 'mode'>,
): Promise<number> => (mode === 'test' ? lockAhead(tx, environmentId) : 0)

/** The same without holding it: it may advance at any time. */
export const readClock = async (
  db: Db,
  { environmentId, mode }: Pick<Caller, 'environmentId' | 'mode'>,
): Promise<number> => (mode === 'test' ? findAhead(db, environmentId) : 0)

/** The time by this clock. What a request calls the past or the future is told by it. */
export const readTime = async (db: Db, clock: Clock, caller: Pick<Caller, 'environmentId' | 'mode'>): Promise<Date> => {
  const aheadMs = await readClock(db, caller)
  return new Date(clock().getTime() + aheadMs)
}
