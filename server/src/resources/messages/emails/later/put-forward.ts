import type { Tx } from '#postgres/database.ts'
import { moveDelayedEarlier } from '../delivery-store.ts'

/** Advances the clock of an environment in this transaction: deferred attempts are due sooner, and so is their end. */
export const putDeliveriesForward = (tx: Tx, environmentId: string, byMs: number): Promise<void> =>
  moveDelayedEarlier(tx, environmentId, byMs)
