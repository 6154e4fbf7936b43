/** Ways are sealed whole in the database: who reads it learns neither the password nor whose server it is for. */
import type { Sealer } from '#core/seal.ts'
import type { Channel, Way } from './way.ts'

export type WaySafe = {
  seal<C extends Channel>(channel: C, way: Way[C]): Buffer
  /** Throws when the encryption key is not the one it was sealed with. */
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
