import { wake } from '#engine/wake.ts'
import type { Tx } from '#postgres/database.ts'
import { advanceWaiting, smsTable } from '../progress-store.ts'

/** Advances the clock of an environment in this transaction: waiting messages are due sooner, and so is their end. */
export async function advanceSmsClock(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  await advanceWaiting(tx, environmentId, byMs)
  await wake(tx, smsTable.name)
}
