/**
 * Fills in the saved secret when the request has none. A saved secret is only used for the server and account that it was given for.
 * Otherwise anyone with a session could have it sent to a server of their own.
 */
import type { EmailWayInput, SmsWayInput } from '@posthorn/contract/console/sending-plan'
import { invalid } from '#core/refusal.ts'
import {
  type EmailWay,
  hasLogin,
  type RelayWay,
  type SmppWay,
  type SmsWay,
  type TelnyxWay,
  type TwilioWay,
} from './way.ts'

export const completeEmailWay = (given: EmailWayInput, saved: EmailWay | undefined): EmailWay =>
  given.type === 'direct' ? { type: 'direct' } : relayOf(given, saved?.type === 'relay' ? saved : undefined)

export function completeSmsWay(given: SmsWayInput, saved: SmsWay | undefined): SmsWay {
  switch (given.type) {
    case 'smpp':
      return smppOf(given, saved?.type === 'smpp' ? saved : undefined)
    case 'telnyx':
      return telnyxOf(given, saved?.type === 'telnyx' ? saved : undefined)
    case 'twilio':
      return twilioOf(given, saved?.type === 'twilio' ? saved : undefined)
  }
}

type Given<Type extends string> = Extract<EmailWayInput | SmsWayInput, { type: Type }>

function relayOf(given: Given<'relay'>, saved: RelayWay | undefined): RelayWay {
  const { preset = null, host, port, security, username } = given
  const way = { type: given.type, preset, host, port, security, username } as const
  if (!hasLogin(way)) return { ...way, password: null }
  const isSame =
    saved?.host === host && saved.port === port && saved.username === username && saved.security === security
  return { ...way, password: secretOf('password', given.password, isSame ? saved.password : null) }
}

function smppOf(given: Given<'smpp'>, saved: SmppWay | undefined): SmppWay {
  const { type, host, port, tls, system_id: systemId, system_type: systemType = '' } = given
  const isSame = saved?.host === host && saved.port === port && saved.systemId === systemId && saved.tls === tls
  const password = secretOf('password', given.password, isSame ? saved.password : null)
  return { type, host, port, tls, systemId, systemType, password }
}

function telnyxOf(given: Given<'telnyx'>, saved: TelnyxWay | undefined): TelnyxWay {
  const {
    type,
    public_key: publicKey,
    messaging_profile_id: messagingProfileId = null,
    base_url: baseUrl = null,
  } = given
  const apiKey = secretOf('api_key', given.api_key, saved?.baseUrl === baseUrl ? saved.apiKey : null)
  return { type, apiKey, publicKey, messagingProfileId, baseUrl }
}

function twilioOf(given: Given<'twilio'>, saved: TwilioWay | undefined): TwilioWay {
  const { type, account_sid: accountSid, base_url: baseUrl = null } = given
  const isSame = saved?.accountSid === accountSid && saved.baseUrl === baseUrl
  const authToken = secretOf('auth_token', given.auth_token, isSame ? saved.authToken : null)
  return { type, accountSid, authToken, messagingServiceSid: given.messaging_service_sid ?? null, baseUrl }
}

function secretOf(field: string, given: string | undefined, saved: string | null): string {
  const secret = given ?? saved
  if (secret === null)
    throw invalid({ path: field, message: 'is required: a saved one can only be used for the same server and account' })
  return secret
}
