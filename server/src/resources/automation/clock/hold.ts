import type { Caller } from '#core/caller.ts'
import type { Tx } from '#postgres/database.ts'
import { lockAhead } from './store.ts'

/** How far the clock of the environment is ahead. It does not advance until the transaction ends; a live clock never does. */
export const holdClock = async (
  tx: Tx,
  { environmentId, mode }: Pick<Caller, 'environmentId' | 'mode'>,
): Promise<number> => (mode === 'test' ? lockAhead(tx, environmentId) : 0)
