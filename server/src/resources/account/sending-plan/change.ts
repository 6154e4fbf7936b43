import { wake } from '#engine/wake.ts'
import type { Tx } from '#postgres/database.ts'
import type { WaySafe } from './safe.ts'
import { deleteWay, upsertWay } from './store.ts'
import type { Channel, Way } from './way.ts'

/** The notification to workers when a way has changed. */
export const sendingWays = 'sending_ways'

type Asked<C extends Channel> = { channel: C; way: Way[C]; at: Date }

/** The next message uses this way; attempts in progress end on the old one. */
export async function saveWay<C extends Channel>(tx: Tx, safe: WaySafe, { channel, way, at }: Asked<C>): Promise<void> {
  await upsertWay(tx, { channel, kind: way.type, sealed: safe.seal(channel, way), at })
  await wake(tx, sendingWays)
}

/** False when nothing was saved. */
export async function removeWay(tx: Tx, channel: Channel): Promise<boolean> {
  const wasThere = await deleteWay(tx, channel)
  await wake(tx, sendingWays)
  return wasThere
}
