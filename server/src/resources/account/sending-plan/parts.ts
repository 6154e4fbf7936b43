import type { WayCheck } from '@posthorn/contract/console/sending-plan'
import type { Fault } from '@posthorn/contract/errors'
import type { Channel, EmailWay, SmsWay } from './way.ts'

/** What only the process knows: its settings, and the wire. */
export type SendingParts = {
  /** The settings of its environment that decide instead of what is saved. */
  fixedBy: Readonly<Record<Channel, readonly string[]>>
  hostname: string
  maySendDirectly: boolean
  faultsOf(way: EmailWay | SmsWay): Fault[]
  check: { email(way: EmailWay): Promise<WayCheck>; sms(way: SmsWay): Promise<WayCheck> }
  /** Resolves when this process goes by what is saved. */
  refresh(): Promise<void>
}
