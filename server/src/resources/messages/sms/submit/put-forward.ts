import { wake } from '#engine/wake.ts'
import type { Tx } from '#postgres/database.ts'
import { bringWaitingNearer, smsTable } from '../progress-store.ts'

/** The clock of an environment is put forward in this transaction: messages that wait come nearer, and their end. */
export async function putSmsForward(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  await bringWaitingNearer(tx, environmentId, byMs)
  await wake(tx, smsTable.name)
}
