import type { Tx } from '#postgres/database.ts'
import { bringDelayedNearer } from '../delivery-store.ts'

/** The clock of an environment is put forward in this transaction: attempts that were put off come nearer, and their end. */
export const putDeliveriesForward = (tx: Tx, environmentId: string, byMs: number): Promise<void> =>
  bringDelayedNearer(tx, environmentId, byMs)
