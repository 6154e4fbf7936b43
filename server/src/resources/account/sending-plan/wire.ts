/** A way for the dashboard, without its secrets. */
import type { SavedEmailWay, SavedSmsWay } from '@posthorn/contract/console/sending-plan'
import type { EmailWay, SmsWay } from './way.ts'

export function toWireEmailWay(way: EmailWay): SavedEmailWay {
  if (way.type === 'direct') return { type: way.type, has_secret: false }
  const { type, preset, host, port, security, username, password } = way
  return { type, ...(preset && { preset }), host, port, security, username, has_secret: password !== null }
}

export function toWireSmsWay(way: SmsWay): SavedSmsWay {
  switch (way.type) {
    case 'smpp': {
      const { type, host, port, tls, systemId, systemType } = way
      return { type, host, port, tls, system_id: systemId, system_type: systemType, has_secret: true }
    }
    case 'telnyx':
      return {
        type: way.type,
        public_key: way.publicKey,
        ...(way.messagingProfileId && { messaging_profile_id: way.messagingProfileId }),
        ...(way.baseUrl && { base_url: way.baseUrl }),
        has_secret: true,
      }
    case 'twilio':
      return {
        type: way.type,
        account_sid: way.accountSid,
        ...(way.messagingServiceSid && { messaging_service_sid: way.messagingServiceSid }),
        ...(way.baseUrl && { base_url: way.baseUrl }),
        has_secret: true,
      }
  }
}
