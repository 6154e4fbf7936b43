import type { Content, Envelope } from '../content-store.ts'
import type { Held, OpenDelivery } from '../delivery-store.ts'

/** A delivery in the hands of this worker. */
export type Claimed = Held &
  Pick<OpenDelivery, 'address' | 'state' | 'attempts' | 'crashes' | 'stumbles' | 'doubts' | 'expired'>

export type ClaimedEmail = Envelope & { content: Content | null; deliveries: readonly Claimed[] }
