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
    const parser = new PostalMime({
      maxNestingDepth: maxPartDepth,
      maxHeadersSize: maxHeaderBytes,
      forceRfc822Attachments: true,
    })
    const mail = await parser.parse(message)
    const nodes = nodesByContent(parser)
    const files = mail.attachments
      .map(part => ({ part, node: nodes.get(part.content) }))
      .filter(one => !isTextInAnotherForm(one))
    return { html: mail.html ?? null, text: mail.text ?? null, files: files.map(toFile) }
  } catch {
    return null
  }
}

type Part = Awaited<ReturnType<typeof PostalMime.parse>>['attachments'][number]

/** A part in the tree that the library keeps. */
type Node = {
  parentNode?: Node
  childNodes: Node[]
  content: unknown
  contentType: { parsed: { params: { charset?: string } }; multipart: string | false }
  contentTransferEncoding: { encoding: string }
}

/** An attachment of the library has neither its charset nor its encoding. */
function nodesByContent(parser: PostalMime): ReadonlyMap<unknown, Node> {
  const leavesOf = (node: Node): Node[] => (node.childNodes.length > 0 ? node.childNodes.flatMap(leavesOf) : [node])
  // `as`: the tree is not in the library's types.
  const { root } = parser as unknown as { root: Node }
  return new Map(leavesOf(root).map(node => [node.content, node]))
}

/** RFC 6838, 4.2. Some mail programs write something else. */
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/

type Parsed = { part: Part; node: Node | undefined }

/** AMP and the like. An invitation is also a file. */
const isTextInAnotherForm = ({ part, node }: Parsed): boolean =>
  node?.parentNode?.contentType.multipart === 'alternative' &&
  /^text\/(?!calendar$)/.test(part.mimeType) &&
  !part.filename

function toFile({ part, node }: Parsed, index: number): AttachedFile {
  const { filename, disposition, contentId } = part
  const id = contentId?.replace(/^<|>$/g, '') || null
  const isCalendar = part.mimeType === 'text/calendar'
  return {
    filename: filename || `part-${index + 1}${isCalendar ? '.ics' : ''}`,
    type: isCalendar ? calendarType(part) : typeOf({ part, node }),
    contentId: id,
    inline: disposition === 'inline' || (disposition === null && id !== null),
    content: isCalendar ? withCrlf(octetsOf(part)) : contentOf({ part, node }),
  }
}

function typeOf({ part: { mimeType }, node }: Parsed): string {
  if (!mediaType.test(mimeType)) return 'application/octet-stream'
  const { charset = '' } = node?.contentType.parsed.params ?? {}
  return mimeType.startsWith('text/') && /^[\w.+-]{1,40}$/.test(charset) ? `${mimeType}; charset=${charset}` : mimeType
}

/** The library ends each line of a file that is not encoded with LF, and the last one, too. */
function contentOf({ part, node }: Parsed): Buffer {
  const octets = octetsOf(part)
  if (!node || /base64|quoted-printable/i.test(node.contentTransferEncoding.encoding)) return octets
  return withCrlf(octets.subarray(0, -1))
}

const octetsOf = ({ content }: Part): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))

/** Without its method an invitation is only a file. The library has decoded the text. */
const calendarType = ({ method = '' }: Part): string =>
  `text/calendar; charset=utf-8${/^[A-Z-]{1,40}$/.test(method) ? `; method=${method}` : ''}`

/** RFC 2045, 2.7, and RFC 5545, 3.1. */
const withCrlf = (lines: Buffer): Buffer => Buffer.from(lines.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
