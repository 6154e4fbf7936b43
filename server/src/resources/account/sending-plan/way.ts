/** A way of sending the installation's live messages (a transport or a carrier), with its secrets. */
import type { RelayPreset, RelaySecurity } from '@posthorn/contract/console/sending-words'

export type Channel = 'email' | 'sms'

export type RelayWay = {
  type: 'relay'
  preset: RelayPreset | null
  host: string
  port: number
  security: RelaySecurity
  username: string | null
  password: string | null
}
/** At Postmark one token is both user name and password. It is stored only as the password, because user names are shown. */
export const loginOf = ({ preset, username, password }: RelayWay): string | null =>
  preset === 'postmark' ? password : username

export const hasLogin = ({ preset, username }: Pick<RelayWay, 'preset' | 'username'>): boolean =>
  preset === 'postmark' || username !== null

export type EmailWay = RelayWay | { type: 'direct' }

export type SmppWay = {
  type: 'smpp'
  host: string
  port: number
  tls: boolean
  systemId: string
  systemType: string
  password: string
}
export type TelnyxWay = {
  type: 'telnyx'
  apiKey: string
  publicKey: string
  messagingProfileId: string | null
  baseUrl: string | null
}
export type TwilioWay = {
  type: 'twilio'
  accountSid: string
  authToken: string
  messagingServiceSid: string | null
  baseUrl: string | null
}
export type SmsWay = SmppWay | TelnyxWay | TwilioWay

export type Way = { email: EmailWay; sms: SmsWay }

/** Null when nothing is saved. `way` is null when it was sealed with another encryption key. */
export type SavedWays = { [C in Channel]: { way: Way[C] | null; at: Date } | null }

export const nothingSaved: SavedWays = { email: null, sms: null }

/** Where the way leads, for people; never with a secret. */
export function placeOf(way: EmailWay | SmsWay): string {
  switch (way.type) {
    case 'direct':
      return 'the servers of the recipients'
    case 'relay':
    case 'smpp':
      return `${way.host}:${way.port}`
    default:
      return way.baseUrl ?? way.type
  }
}
