/** Ways are sealed as a whole in the database, so that it reveals neither the password nor the server. */
import type { Sealer } from '#core/seal.ts'
import type { Channel, Way } from './way.ts'

export type WaySafe = {
  seal<C extends Channel>(channel: C, way: Way[C]): Buffer
  /** Throws when it was sealed with another encryption key. */
  open<C extends Channel>(channel: C, sealed: Buffer): Way[C]
}

export function waySafe({ seal, unseal }: Sealer): WaySafe {
  const placeOf = (channel: Channel) => ['sending way', channel]
  return {
    seal: (channel, way) => seal(placeOf(channel), Buffer.from(JSON.stringify(way))),
    // `as`: it was sealed above.
    open: (channel, sealed) => JSON.parse(unseal(placeOf(channel), sealed).toString()) as never,
  }
}
