/** A message that somebody hands in: who it is from, what it is about, and what is in it. */

import { domainToASCII } from 'node:url'
import PostalMime, { addressParser, decodeWords } from 'postal-mime'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import type { AttachedFile, OpenedMessage } from '../transport.ts'
import { deepestPart, largestHeaders } from './limits.ts'

/** A From that is longer is none. */
const longestSender = 2_000
const longestSubject = 998
const longestName = 256
const longestList = 10_000

/** The value of a field as people read it: on one line, no longer than this. */
function asRead(value: string, longest: number): string {
  const line = decodeWords(value)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return line.length <= longest ? line : [...line.slice(0, 2 * longest)].slice(0, longest).join('')
}

export const subjectOf = (value: string): string => asRead(value.slice(0, 10 * longestSubject), longestSubject)

/** Undefined for what is not exactly one mailbox. Whether its address is one that we know is for somebody else to say. */
export function mailboxOf(value: string): Mailbox | undefined {
  if (value.length > longestSender || !isOfOneForm(value)) return undefined
  const [only, ...others] = addressParser(value, { flatten: true })
  if (!only?.address || others.length > 0) return undefined
  return { name: asRead(only.name, longestName) || null, address: inDns(only.address) }
}

/** A domain that is written in its own letters has another name in the DNS. */
function inDns(address: string): string {
  if (/^[\x21-\x7e]*$/.test(address)) return address
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

/** Of a field such as Reply-To; what is no address is passed over. */
export const addressesOf = (value: string): string[] =>
  value.length > longestList ? [] : addressParser(value, { flatten: true }).flatMap(({ address }) => address || [])

/** Whoever reads the field must find the same sender as we do: one address, in brackets or alone, and neither a list nor a group. */
function isOfOneForm(value: string): boolean {
  const bare = value.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/\([^()]*\)/g, '')
  return /^(?:[^<>,:;"()]*<[^<>]*>|[^<>,:;"()]*)[ \t]*$/.test(bare)
}

/** Null for what is deeper or longer than anything that people send. */
export async function openMessage(message: Buffer): Promise<OpenedMessage | null> {
  try {
    const mail = await PostalMime.parse(message, {
      maxNestingDepth: deepestPart,
      maxHeadersSize: largestHeaders,
      forceRfc822Attachments: true,
    })
    return { html: mail.html ?? null, text: mail.text ?? null, files: mail.attachments.map(toFile) }
  } catch {
    return null
  }
}

type Part = Awaited<ReturnType<typeof PostalMime.parse>>['attachments'][number]

function toFile({ filename, mimeType, disposition, contentId, content }: Part, index: number): AttachedFile {
  const id = contentId?.replace(/^<|>$/g, '') || null
  return {
    filename: filename || `part-${index + 1}`,
    type: mimeType,
    contentId: id,
    inline: disposition === 'inline' || (disposition === null && id !== null),
    content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  }
}
