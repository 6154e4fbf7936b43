import type { Caller } from '#core/caller.ts'
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
