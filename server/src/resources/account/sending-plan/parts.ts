import type { WayCheck } from '@posthorn/contract/console/sending-plan'
import type { Fault } from '@posthorn/contract/errors'
import type { Channel, EmailWay, SmsWay } from './way.ts'

/** What the process provides: its settings and the checks of transports. */
export type SendingParts = {
  /** The settings in the environment that override what is saved. */
  fixedBy: Readonly<Record<Channel, readonly string[]>>
  hostname: string
  maySendDirectly: boolean
  faultsOf(way: EmailWay | SmsWay): Fault[]
  check: { email(way: EmailWay): Promise<WayCheck>; sms(way: SmsWay): Promise<WayCheck> }
  /** Resolves when this process uses what is saved. */
  refresh(): Promise<void>
}
