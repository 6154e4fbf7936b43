import { wake } from '#engine/wake.ts'
import type { Tx } from '#postgres/database.ts'
import { bringNearer, broadcastTable } from './store.ts'

/** The clock of the environment is put forward: scheduled broadcasts begin, and A/B tests are decided, as much earlier. */
export async function putBroadcastsForward(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  await bringNearer(tx, environmentId, byMs)
  await wake(tx, broadcastTable.name)
}
