/** Checks the fields of a way beyond their schema, with the rules of the transports. */
import type { Fault } from '@posthorn/contract/errors'
import type { EmailWay, SmsWay } from '#resources/account/sending-plan/way.ts'
import {
  isCallbackUrl,
  isCarrierBaseUrl,
  isCarrierSecret,
  isTelnyxProfileId,
  isTwilioAccountSid,
  isTwilioMessagingServiceSid,
} from '#transports/carriers/options.ts'
import { isTelnyxPublicKey } from '#transports/carriers/telnyx-signature.ts'
import { parseSmppUrl } from '#transports/smpp/smpp-url.ts'
import { parseRelayUrl } from '#transports/smtp/relay-url.ts'
import { isFullName } from '../full-name.ts'
import { settings } from '../settings.ts'
import { relayUrl, smppUrl } from './with-saved.ts'

type Around = { hostname: string; publicUrl: string }

export function faultsOf(way: EmailWay | SmsWay, { hostname, publicUrl }: Around): Fault[] {
  switch (way.type) {
    case 'direct':
      return faults(['type', isFullName(hostname), notAFullName(hostname)])
    case 'relay':
      return parsed('host', () => parseRelayUrl(relayUrl(way)))
    case 'smpp':
      return parsed('host', () => parseSmppUrl(smppUrl(way)))
    case 'telnyx':
      return faults(
        ['api_key', isCarrierSecret(way.apiKey), 'must be an API key of the account'],
        ['public_key', isTelnyxPublicKey(way.publicKey), 'must be the public key of the account, in base64'],
        [
          'messaging_profile_id',
          way.messagingProfileId === null || isTelnyxProfileId(way.messagingProfileId),
          'must be the id of a profile',
        ],
        ...overHttp(way.baseUrl, publicUrl),
      )
    case 'twilio':
      return faults(
        ['account_sid', isTwilioAccountSid(way.accountSid), 'must be AC and 32 hexadecimal digits'],
        ['auth_token', isCarrierSecret(way.authToken), 'must be the auth token of the account'],
        [
          'messaging_service_sid',
          way.messagingServiceSid === null || isTwilioMessagingServiceSid(way.messagingServiceSid),
          'must be MG and 32 hexadecimal digits',
        ],
        ...overHttp(way.baseUrl, publicUrl),
      )
  }
}

type Rule = readonly [path: string, isKept: boolean, message: string]

const faults = (...rules: Rule[]): Fault[] =>
  rules.flatMap(([path, isKept, message]) => (isKept ? [] : [{ path, message }]))

const overHttp = (baseUrl: string | null, publicUrl: string): Rule[] => [
  [
    'base_url',
    baseUrl === null || isCarrierBaseUrl(baseUrl),
    'must be an https address without a query (http on this machine only)',
  ],
  [
    'type',
    isCallbackUrl(publicUrl),
    `cannot report to ${publicUrl}: ${settings.publicUrl.name} must have no query and no underscore in its host`,
  ],
]

const notAFullName = (hostname: string): string =>
  `needs the full name of this server, such as mail.example.com, in ${settings.hostname.name}: other mail servers refuse a server that introduces itself as ${JSON.stringify(hostname)}`

function parsed(path: string, parse: () => unknown): Fault[] {
  try {
    parse()
    return []
  } catch {
    return [{ path, message: 'must be a host name or an IP address' }]
  }
}
