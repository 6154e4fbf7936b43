import { hasControlCharacter, hasMoreCharactersThan, noControlCharacters } from '#core/characters.ts'
import type { Draft } from '../draft.ts'
import type { Objections } from './objections.ts'
import { commandedProvider } from './relay-commands.ts'

type Headers = NonNullable<Draft['headers']>

/** In a broadcast the unsubscribe headers are always ours. */
export function readHeaders(headers: Headers = {}, isBroadcast: boolean, { faults }: Objections): Draft['headers'] {
  const names = Object.keys(headers)
  if (names.length === 0) return null
  const seen = new Set<string>()
  for (const name of names) {
    const lowerCase = name.toLowerCase()
    const message =
      faultOfSpelling(name) ??
      (isBroadcast && ownOfBroadcasts.has(lowerCase) ? writtenByUs : faultOfName(lowerCase, seen)) ??
      faultOfValue(lowerCase, headers[name] ?? '')
    if (message) faults.push({ path: pathOf(name), message })
  }
  return headers
}

/** Whether a sender may set a header of this name (in lower case). */
export const mayBeGiven = (name: string, isBroadcast: boolean): boolean =>
  !(isBroadcast && ownOfBroadcasts.has(name)) && (faultOfSpelling(name) ?? faultOfName(name, new Set())) === undefined

const ownOfBroadcasts = new Set(['list-unsubscribe', 'list-unsubscribe-post'])
const writtenByUs = 'is written by Posthorn in a broadcast; leave it out'

const maxNameLength = 76
const maxValueLength = 2048

/** RFC 5322, section 3.6.8: printable ASCII without space and colon. */
const fieldName = /^[!-9;-~]+$/

function faultOfSpelling(name: string): string | undefined {
  if (name.length <= maxNameLength && fieldName.test(name)) return undefined
  return `must be named with at most ${maxNameLength} printable ASCII characters, without spaces and colons`
}

function faultOfName(lowerCase: string, seen: Set<string>): string | undefined {
  const field = fieldsOfTheirOwn.get(lowerCase)
  if (field) return `must be given as the field ${field}, not as a header`
  if (reserved.has(lowerCase) || reservedPrefixes.some(prefix => lowerCase.startsWith(prefix))) {
    return 'is a header that only Posthorn or a mail server may write; leave it out'
  }
  const provider = commandedProvider(lowerCase)
  if (provider) return `is a command to ${provider}, which only the operator gives; leave it out`
  if (seen.has(lowerCase)) return 'must be given once: it appears twice, in different case'
  seen.add(lowerCase)
  return undefined
}

function faultOfValue(lowerCase: string, value: string): string | undefined {
  if (hasMoreCharactersThan(maxValueLength, value)) return `must have at most ${maxValueLength} characters`
  if (hasControlCharacter(value)) return noControlCharacters
  return readByPrograms.test(lowerCase) && !needsNoEncoding.test(value.trim())
    ? 'must be ASCII, with no word over 900 characters: programs that read it do not decode it'
    : undefined
}

/** RFC 2047, 5: links, message ids and keywords cannot be encoded words. */
const readByPrograms = /^(?:list-.+|in-reply-to|references|auto-submitted|feedback-id)$/
/** Other values are encoded to fit into the lines of a message, which can only be folded at spaces. */
const needsNoEncoding = /^(?:[!-~]{1,900}(?: {1,50}(?! )|$))*$/

const fieldsOfTheirOwn = new Map([
  ['from', 'from'],
  ['to', 'to'],
  ['cc', 'cc'],
  ['bcc', 'bcc'],
  ['reply-to', 'reply_to'],
  ['subject', 'subject'],
])

const reserved = new Set([
  'sender',
  'date',
  'message-id',
  'return-path',
  'received',
  'mime-version',
  'dkim-signature',
  'authentication-results',
])

const reservedPrefixes = ['resent-', 'content-', 'arc-', 'x-posthorn-']

/** A name may be as long as the whole request; its beginning is enough to find it. */
const pathOf = (name: string): string => `headers.${name.slice(0, maxNameLength).toWellFormed()}`
