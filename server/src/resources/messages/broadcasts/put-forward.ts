import { wake } from '#engine/wake.ts'
import type { Tx } from '#postgres/database.ts'
import { broadcastTable, moveEarlier } from './store.ts'

/** Advances the clock of an environment: scheduled broadcasts start, and A/B tests are decided, that much earlier. */
export async function putBroadcastsForward(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  await moveEarlier(tx, environmentId, byMs)
  await wake(tx, broadcastTable.name)
}
