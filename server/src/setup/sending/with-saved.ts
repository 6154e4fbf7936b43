/** Fills in what the settings leave open with what was saved in the dashboard, so that callers need not know where a value comes from. */
import { fatal } from '#core/fatal.ts'
import {
  type Channel,
  type EmailWay,
  loginOf,
  type RelayWay,
  type SavedWays,
  type SmppWay,
  type SmsWay,
} from '#resources/account/sending-plan/way.ts'
import { type Config, settings } from '../settings.ts'
import type { CarrierSpec } from '../sms/carriers-file.ts'

/** `savedCarrier`: the carrier of text messages when no setting names one. */
export type SendingConfig = Config & { readonly savedCarrier: CarrierSpec | null }

type Deciding = Pick<Config, 'smtpUrl' | 'ses' | 'emailTransports' | 'smppUrl' | 'carriersFile'>

/** The settings that are set and so override what was saved. */
export const fixedBy = (config: Deciding) => {
  const set = (...names: (keyof Deciding)[]) =>
    names.filter(name => config[name] !== null).map(name => settings[name].name)
  return { email: set('emailTransports', 'smtpUrl', 'ses'), sms: set('carriersFile', 'smppUrl') }
}

export function withSaved(config: Config, { email, sms }: SavedWays): SendingConfig {
  const fixed = fixedBy(config)
  return {
    ...config,
    ...(email && fixed.email.length === 0 && emailSettingsOf(email.way ?? refuseOtherKey('email'))),
    savedCarrier: sms && fixed.sms.length === 0 ? carrierOf(sms.way ?? refuseOtherKey('sms')) : null,
  }
}

/** Continuing would capture messages that are to be sent. */
function refuseOtherKey(channel: Channel): never {
  const instead = channel === 'email' ? settings.emailTransports : settings.smppUrl
  throw fatal(
    `The transport of live messages (${channel}) was saved with another ${settings.encryptionKey.name}. Set that key again. Or set ${instead.name}, which overrides it; then \`npm run -s posthorn -- transport remove ${channel}\` deletes what was saved.`,
  )
}

const emailSettingsOf = (way: EmailWay): Pick<Config, 'smtpUrl' | 'emailTransports'> =>
  way.type === 'direct'
    ? { smtpUrl: null, emailTransports: ['direct'] }
    : { smtpUrl: relayUrl(way), emailTransports: ['relay'] }

export function relayUrl(way: RelayWay): string {
  const { host, port, security, password } = way
  const user = loginOf(way)
  const login = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
  if (security === 'tls') return `smtps://${login}${bracketed(host)}:${port}`
  const tls = { starttls: 'required', opportunistic: 'opportunistic', none: 'off' }[security]
  return `smtp://${login}${bracketed(host)}:${port}?tls=${tls}`
}

export function smppUrl({ host, port, tls, systemId, systemType, password }: SmppWay): string {
  const options = systemType === '' ? '' : `?system_type=${encodeURIComponent(systemType)}`
  return `${tls ? 'ssmpp' : 'smpp'}://${encodeURIComponent(systemId)}:${encodeURIComponent(password)}@${bracketed(host)}:${port}${options}`
}

/** Named by its type, as its callback URL is. */
function carrierOf(way: SmsWay): CarrierSpec {
  switch (way.type) {
    case 'smpp':
      return { name: way.type, type: way.type, url: smppUrl(way) }
    case 'telnyx': {
      const { type, apiKey, publicKey, messagingProfileId, baseUrl } = way
      return {
        ...{ name: type, type, apiKey, publicKey, idempotent: false, answersKeywords: true },
        ...(messagingProfileId && { messagingProfileId }),
        ...(baseUrl && { baseUrl }),
      }
    }
    case 'twilio': {
      const { type, accountSid, authToken, messagingServiceSid, baseUrl } = way
      return {
        ...{ name: type, type, accountSid, authToken, answersKeywords: true },
        ...(messagingServiceSid && { messagingServiceSid }),
        ...(baseUrl && { baseUrl }),
      }
    }
  }
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)
