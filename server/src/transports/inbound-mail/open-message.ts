/** Parses a submitted message: sender, subject and content. */

import { domainToASCII } from 'node:url'
import PostalMime, { addressParser, decodeWords } from 'postal-mime'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import type { AttachedFile, OpenedMessage } from '../transport.ts'
import { maxHeaderBytes, maxPartDepth } from './limits.ts'

/** A longer From is invalid. */
const maxSenderLength = 2_000
const maxSubjectLength = 998
const maxNameLength = 256
const maxListLength = 10_000

/** The decoded value of a field, on one line and cut to the maximum length. */
function asRead(value: string, maxLength: number): string {
  const line = decodeWords(value)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return line.length <= maxLength ? line : [...line.slice(0, 2 * maxLength)].slice(0, maxLength).join('')
}

export const subjectOf = (value: string): string => asRead(value.slice(0, 10 * maxSubjectLength), maxSubjectLength)

/** Undefined when the value is not exactly one mailbox. The address itself is checked elsewhere. */
export function mailboxOf(value: string): Mailbox | undefined {
  if (value.length > maxSenderLength || !isUnambiguous(value)) return undefined
  const [only, ...others] = addressParser(value, { flatten: true })
  if (!only?.address || others.length > 0) return undefined
  return { name: asRead(only.name, maxNameLength) || null, address: inDns(only.address) }
}

/** Converts a non-ASCII domain to its name in the DNS. */
function inDns(address: string): string {
  if (/^[\x21-\x7e]*$/.test(address)) return address
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

/** For a field such as Reply-To. Text that is not an address is skipped. */
export const addressesOf = (value: string): string[] =>
  value.length > maxListLength ? [] : addressParser(value, { flatten: true }).flatMap(({ address }) => address || [])

/** All parsers must find the same sender as we do: one address, in brackets or alone, and neither a list nor a group. */
function isUnambiguous(value: string): boolean {
  const bare = value.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/\([^()]*\)/g, '')
  return /^(?:[^<>,:;"()]*<[^<>]*>|[^<>,:;"()]*)[ \t]*$/.test(bare)
}

/** Null for a message that is nested too deeply or has too long headers. */
export async function openMessage(message: Buffer): Promise<OpenedMessage | null> {
  try {
    const mail = await PostalMime.parse(message, {
      maxNestingDepth: maxPartDepth,
      maxHeadersSize: maxHeaderBytes,
      forceRfc822Attachments: true,
    })
    const files = mail.attachments.filter(({ mimeType }) => !otherForms.has(mimeType))
    return { html: mail.html ?? null, text: mail.text ?? null, files: files.map(toFile) }
  } catch {
    return null
  }
}

type Part = Awaited<ReturnType<typeof PostalMime.parse>>['attachments'][number]

/** The same text in another form, for AMP and for watches. */
const otherForms: ReadonlySet<string> = new Set(['text/x-amp-html', 'text/watch-html'])

/** RFC 6838, 4.2. Some mail programs write something else. */
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/

function toFile(part: Part, index: number): AttachedFile {
  const { filename, mimeType, disposition, contentId } = part
  const id = contentId?.replace(/^<|>$/g, '') || null
  const isCalendar = mimeType === 'text/calendar'
  return {
    filename: filename || `part-${index + 1}${isCalendar ? '.ics' : ''}`,
    type: isCalendar ? calendarType(part) : mediaType.test(mimeType) ? mimeType : 'application/octet-stream',
    contentId: id,
    inline: disposition === 'inline' || (disposition === null && id !== null),
    content: isCalendar ? withCrlf(octetsOf(part)) : octetsOf(part),
  }
}

const octetsOf = ({ content }: Part): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))

/** Without its method an invitation is only a file. The library has decoded the text. */
const calendarType = ({ method = '' }: Part): string =>
  `text/calendar; charset=utf-8${/^[A-Z-]{1,40}$/.test(method) ? `; method=${method}` : ''}`

/** RFC 5545, 3.1. */
const withCrlf = (text: Buffer): Buffer => Buffer.from(text.toString().replaceAll('\n', '\r\n'))
