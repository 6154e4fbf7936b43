/** The file that names the carriers of text messages, and who carries what. */

import { complain, fieldsOf, keysOf, type Place, readJsonFile, refuseUnknown } from '#core/json-file.ts'
import {
  isCarrierBaseUrl,
  isCarrierSecret,
  isTelnyxProfileId,
  isTwilioAccountSid,
  isTwilioMessagingServiceSid,
} from '#transports/carriers/options.ts'
import { isTelnyxPublicKey } from '#transports/carriers/telnyx-signature.ts'
import { parseSmppUrl } from '#transports/smpp/smpp-url.ts'

export type CarrierSpec = { name: string } & (
  | { type: 'capture' }
  | { type: 'smpp'; url: string }
  | {
      type: 'twilio'
      accountSid: string
      authToken: string
      messagingServiceSid?: string
      baseUrl?: string
      answersKeywords: boolean
    }
  | {
      type: 'telnyx'
      apiKey: string
      publicKey: string
      messagingProfileId?: string
      baseUrl?: string
      idempotent: boolean
      answersKeywords: boolean
    }
)

export type CarrierPlan = {
  carriers: readonly CarrierSpec[]
  /** The longest prefix that fits decides. `+` fits every number. */
  routes: readonly { prefix: string; carriers: readonly string[] }[]
}

/** `env` is where `env:NAME` is looked up, so that no secret has to stand in the file. */
export const readCarriersFile = (file: string, env: Env): CarrierPlan =>
  readJsonFile('The carriers file', file, place => readPlan(place, env))

type Env = Readonly<Record<string, string | undefined>>

function readPlan(place: Place, env: Env): CarrierPlan {
  const plan = fieldsOf(place, 'an object with "carriers" and "routes"')
  refuseUnknown(place, ['carriers', 'routes'])
  const names = fieldsOf(plan('carriers'), 'an object with a carrier for each name')
  const known = keysOf(plan('carriers'))
  const carriers = known.flatMap(name => readCarrier(name, { ...names(name), isSecret: true }, env))
  const routes = listOf(plan('routes'), 'a list such as [{ "prefix": "+1", "carriers": ["telnyx"] }]').map(route =>
    readRoute(route, known),
  )
  return { carriers, routes }
}

const types = ['capture', 'smpp', 'twilio', 'telnyx']

function readCarrier(name: string, place: Place, env: Env): CarrierSpec[] {
  if (!/^[a-z0-9-]{1,40}$/.test(name))
    place.faults.push({ path: place.path, message: 'must have a name of a–z, 0–9 and -, at most 40 characters.' })
  const field = fieldsOf(place, `an object with a "type" of ${types.join(', ')}`)
  const text = textReader(field, env)
  const { value: type } = field('type')
  switch (type) {
    case 'capture':
      refuseUnknown(place, ['type'])
      return [{ name, type }]
    case 'smpp':
      refuseUnknown(place, ['type', 'url'])
      return [{ name, type, url: text('url', smppFault) }]
    case 'twilio':
      refuseUnknown(place, [
        'type',
        'account_sid',
        'auth_token',
        'messaging_service_sid',
        'base_url',
        'answers_keywords',
      ])
      return [
        {
          name,
          type,
          accountSid: text('account_sid', must(isTwilioAccountSid, 'AC and 32 hexadecimal digits')),
          authToken: text('auth_token', must(isCarrierSecret, 'the auth token of the account')),
          ...optional(text, 'messaging_service_sid', 'messagingServiceSid', isTwilioMessagingServiceSid, 'MG…'),
          ...optional(text, 'base_url', 'baseUrl', isCarrierBaseUrl, baseUrl),
          answersKeywords: flag(field('answers_keywords'), true),
        },
      ]
    case 'telnyx':
      refuseUnknown(place, [
        'type',
        'api_key',
        'public_key',
        'messaging_profile_id',
        'base_url',
        'idempotent',
        'answers_keywords',
      ])
      return [
        {
          name,
          type,
          apiKey: text('api_key', must(isCarrierSecret, 'an API key of the account')),
          publicKey: text('public_key', must(isTelnyxPublicKey, 'the public key of the account, in base64')),
          ...optional(text, 'messaging_profile_id', 'messagingProfileId', isTelnyxProfileId, 'the id of a profile'),
          ...optional(text, 'base_url', 'baseUrl', isCarrierBaseUrl, baseUrl),
          idempotent: flag(field('idempotent'), false),
          answersKeywords: flag(field('answers_keywords'), true),
        },
      ]
    default:
      complain(field('type'), `one of ${types.join(', ')}`)
      return []
  }
}

const baseUrl = 'an https address without a query (http on this machine only)'

/** Undefined when the text will do; else what it must be. */
type Check = (text: string) => string | undefined

const must =
  (isRight: (text: string) => boolean, expected: string): Check =>
  text =>
    isRight(text) ? undefined : expected

function smppFault(text: string): string | undefined {
  try {
    parseSmppUrl(text)
    return undefined
  } catch (error) {
    return `an address such as smpp://systemid:password@host:2775 (${error instanceof Error ? error.message : error})`
  }
}

type ReadText = { (name: string, check: Check): string; has(name: string): boolean }

/** A text of the file, or of the environment when it says `env:NAME`. What is secret is never shown. */
function textReader(field: (name: string) => Place, env: Env): ReadText {
  const read = (name: string, check: Check): string => {
    const place = field(name)
    const { value, path, faults } = place
    const variable = typeof value === 'string' && value.startsWith('env:') ? value.slice(4) : undefined
    const text = variable === undefined ? value : env[variable]
    if (variable !== undefined && text === undefined) {
      faults.push({ path, message: `names the environment variable ${variable}, which is not set.` })
      return ''
    }
    const expected = typeof text === 'string' ? check(text) : check('')
    if (expected === undefined) return String(text)
    faults.push({ path, message: `${value === undefined ? 'is missing: it must be' : 'must be'} ${expected}.` })
    return ''
  }
  return Object.assign(read, { has: (name: string) => field(name).value !== undefined })
}

/** Nothing when the file does not name it. */
const optional = <const Key extends string>(
  text: ReadText,
  name: string,
  key: Key,
  isRight: (text: string) => boolean,
  expected: string,
): { [K in Key]?: string } =>
  // `as`: a computed key makes the compiler forget which one it is.
  (text.has(name) ? { [key]: text(name, must(isRight, expected)) } : {}) as { [K in Key]?: string }

function flag(place: Place, fallback: boolean): boolean {
  if (place.value === undefined) return fallback
  if (typeof place.value !== 'boolean') complain(place, 'true or false')
  return place.value === true
}

function readRoute(place: Place, known: readonly string[]): { prefix: string; carriers: readonly string[] } {
  const field = fieldsOf(place, 'an object with "prefix" and "carriers"')
  refuseUnknown(place, ['prefix', 'carriers'])
  const { value: prefix } = field('prefix')
  const isPrefix = typeof prefix === 'string' && /^\+([1-9][0-9]{0,14})?$/.test(prefix)
  if (!isPrefix) complain(field('prefix'), 'the beginning of numbers such as "+44", or "+" for all')
  const names = listOf(field('carriers'), 'a list of names of carriers').flatMap(one => {
    if (typeof one.value === 'string' && known.includes(one.value)) return [one.value]
    complain(one, `the name of a carrier of this file (${known.join(', ')})`)
    return []
  })
  return { prefix: isPrefix ? prefix : '+', carriers: names }
}

function listOf(place: Place, expected: string): Place[] {
  const { value, path, faults } = place
  if (!Array.isArray(value) || value.length === 0) {
    complain(place, expected)
    return []
  }
  return value.map((one: unknown, index) => ({ path: `${path}[${index}]`, value: one, faults }))
}
