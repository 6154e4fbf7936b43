/** Whether a carrier would take text messages, and if not, what to do. No message is sent. */
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
  /** True for the account that the workers are logged in with. */
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
    return good(`${host} takes the login of ${systemId}, ${bound.tls ? `encrypted (${bound.tls})` : 'in clear'}.`)
  if (bound.kind === 'reached')
    return doubtful(
      `${host} can be reached. Nobody logged in: the workers use this account now.`,
      'Many servers allow one login at a time. Send a test to see whether it works.',
    )
  if (bound.isRefused)
    return failed(
      `${host} refuses the login.`,
      'Type system id and password again, and the system type if one is wanted.',
      bound.why,
    )
  return failed(
    `${host} does not take us on port ${port}.`,
    /ENOTFOUND|EAI_AGAIN/.test(bound.why)
      ? 'Check the name; DNS does not know it.'
      : 'Check host and port, and whether TLS is right. Many carriers let in only addresses that they know: ask whether yours is one.',
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
  if (asked.status === 200) return good('Telnyx takes the API key.')
  if (asked.status === 404 && messagingProfileId)
    return failed(
      'Telnyx knows no messaging profile with this id.',
      'Copy it from Messaging, Programmable Messaging.',
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
    ? good('Twilio takes the account SID and the auth token.')
    : failed(`The account at Twilio is ${oneLine(state)}.`, 'Its console says why.')
}

const addressOf = (base: string, path: string): URL => new URL(base.replace(/\/+$/, '') + path)

const unreached = (name: string, { why }: Extract<Asked, { kind: 'unreached' }>): WayCheck =>
  failed(`${name} cannot be reached.`, 'May this machine connect to the internet, by HTTPS?', why)

const refused = (name: string, what: string, status: number, said: string): WayCheck =>
  status === 401 || status === 403
    ? failed(
        `${name} refuses the ${what}.`,
        'Copy it again from its console. Is it of this account, and not revoked?',
        said,
      )
    : failed(
        `${name} gives an answer that we do not understand.`,
        'Check again in a moment; its status page may tell more.',
        said,
      )
