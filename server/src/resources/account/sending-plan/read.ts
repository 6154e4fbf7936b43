import { DoesNotOpen } from '#core/seal.ts'
import type { Db } from '#postgres/database.ts'
import type { WaySafe } from './safe.ts'
import { findWays } from './store.ts'
import { type Channel, nothingSaved, type SavedWays, type Way } from './way.ts'

export async function readWays(db: Db, safe: WaySafe): Promise<SavedWays> {
  const saved: SavedWays = { ...nothingSaved }
  for (const { channel, sealed, at } of await findWays(db)) {
    if (channel === 'email') saved.email = { way: opened(safe, channel, sealed), at }
    if (channel === 'sms') saved.sms = { way: opened(safe, channel, sealed), at }
  }
  return saved
}

function opened<C extends Channel>(safe: WaySafe, channel: C, sealed: Buffer): Way[C] | null {
  try {
    return safe.open(channel, sealed)
  } catch (error) {
    if (!(error instanceof DoesNotOpen)) throw error
    return null
  }
}

/** The saved kinds, readable without the encryption key. */
export async function readKinds(db: Db): Promise<{ channel: Channel; kind: string; at: Date }[]> {
  // `as`: the column has a check constraint.
  return (await findWays(db)).map(({ channel, kind, at }) => ({ channel: channel as Channel, kind, at }))
}
