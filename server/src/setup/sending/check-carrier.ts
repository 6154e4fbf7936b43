/** Whether a carrier would accept text messages, and if not, what to do. No message is sent. */
import type { WayCheck } from '@posthorn/contract/console/sending-plan'
import type { SmppWay, SmsWay, TelnyxWay, TwilioWay } from '#resources/account/sending-plan/way.ts'
import { type Asked, ask } from '#transports/carriers/ask.ts'
import { firstOf, textOf } from '#transports/carriers/fields.ts'
import { oneLine } from '#transports/carriers/one-line.ts'
import { telnyxUrl } from '#transports/carriers/telnyx.ts'
import { twilioUrl } from '#transports/carriers/twilio.ts'
import { parseSmppUrl } from '#transports/smpp/smpp-url.ts'
import { tryBind } from '#transports/smpp/try-bind.ts'
import { smppUrl } from './with-saved.ts'

type Options = {
  timeoutMs?: number
  /** True for an account that the workers are logged in with. */
  isInUse(way: SmppWay): boolean
}

export function checkCarrier(way: SmsWay, { timeoutMs = 8_000, isInUse }: Options): Promise<WayCheck> {
  switch (way.type) {
    case 'smpp':
      return checkSmpp(way, timeoutMs, isInUse(way))
    case 'telnyx':
      return checkTelnyx(way, timeoutMs)
    case 'twilio':
      return checkTwilio(way, timeoutMs)
  }
}

const good = (message: string): WayCheck => ({ result: 'good', message, detail: null, advice: null })
const doubtful = (message: string, advice: string): WayCheck => ({ result: 'doubtful', message, detail: null, advice })
const failed = (message: string, advice: string, detail = ''): WayCheck => ({
  ...{ result: 'failed', message, advice },
  detail: oneLine(detail) || null,
})

async function checkSmpp(way: SmppWay, timeoutMs: number, isInUse: boolean): Promise<WayCheck> {
  const { host, port, systemId } = way
  const bound = await tryBind(parseSmppUrl(smppUrl(way)), { timeoutMs, isInUse })
  if (bound.kind === 'bound')
    return good(`${host} accepts the login of ${systemId}, ${bound.tls ? `encrypted (${bound.tls})` : 'unencrypted'}.`)
  if (bound.kind === 'reached')
    return doubtful(
      `${host} can be reached. The login was not tried, because the workers are using this account.`,
      'Many servers allow only one login at a time. Send a test message to see whether it works.',
    )
  if (bound.isRefused)
    return failed(
      `${host} refuses the login.`,
      'Enter the system id and password again, and the system type if the carrier requires one.',
      bound.why,
    )
  return failed(
    `${host} does not accept the connection on port ${port}.`,
    /ENOTFOUND|EAI_AGAIN/.test(bound.why)
      ? 'Check the name: DNS does not know it.'
      : 'Check the host, the port and the TLS setting. Many carriers accept only known IP addresses: ask whether yours is on the list.',
    bound.why,
  )
}

async function checkTelnyx({ apiKey, messagingProfileId, baseUrl }: TelnyxWay, timeoutMs: number): Promise<WayCheck> {
  const path = messagingProfileId
    ? `/v2/messaging_profiles/${messagingProfileId}`
    : '/v2/messaging_profiles?page[size]=1'
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
  const asked = await ask(addressOf(baseUrl ?? telnyxUrl, path), headers, timeoutMs)
  if (asked.kind === 'unreached') return unreached('Telnyx', asked)
  const { title, detail } = firstOf(asked.answer.errors)
  const said = [asked.status, textOf(title), textOf(detail)].filter(Boolean).join(' ').replaceAll(apiKey, '…')
  if (asked.status === 200) return good('Telnyx accepts the API key.')
  if (asked.status === 404 && messagingProfileId)
    return failed(
      'Telnyx has no messaging profile with this id.',
      'Copy the id from Messaging, Programmable Messaging.',
      said,
    )
  return refused('Telnyx', 'API key', asked.status, said)
}

async function checkTwilio({ accountSid, authToken, baseUrl }: TwilioWay, timeoutMs: number): Promise<WayCheck> {
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const headers = { authorization: `Basic ${credentials}`, accept: 'application/json' }
  const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}.json`
  const asked = await ask(addressOf(baseUrl ?? twilioUrl, path), headers, timeoutMs)
  if (asked.kind === 'unreached') return unreached('Twilio', asked)
  const { status, answer } = asked
  const said = `${status} ${textOf(answer.message)}`.replaceAll(authToken, '…').replaceAll(credentials, '…')
  if (status !== 200) return refused('Twilio', 'account SID or the auth token', status, said)
  const state = textOf(answer.status)
  return state === 'active' || state === ''
    ? good('Twilio accepts the account SID and the auth token.')
    : failed(`The account at Twilio is ${oneLine(state)}.`, 'The Twilio console says why.')
}

const addressOf = (base: string, path: string): URL => new URL(base.replace(/\/+$/, '') + path)

const unreached = (name: string, { why }: Extract<Asked, { kind: 'unreached' }>): WayCheck =>
  failed(`${name} cannot be reached.`, 'Check whether this machine can make HTTPS connections to the internet.', why)

const refused = (name: string, what: string, status: number, said: string): WayCheck =>
  status === 401 || status === 403
    ? failed(
        `${name} refuses the ${what}.`,
        'Copy it again from the console. Check that it belongs to this account and is not revoked.',
        said,
      )
    : failed(`${name} sent an unexpected answer.`, 'Try again in a moment. The status page may tell more.', said)
