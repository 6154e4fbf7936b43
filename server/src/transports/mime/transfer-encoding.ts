/** The encodings of RFC 2045, which turn any content into short ASCII lines with CRLF. */
import * as base64 from 'nodemailer/lib/base64'
import { hasLongerLines, isPlainText } from 'nodemailer/lib/mime-funcs'
import { encodeQuotedPrintable } from './quoted-printable.ts'

export type Encoded = { encoding: '7bit' | 'quoted-printable' | 'base64'; body: string }

export function encodeText(text: string): Encoded {
  if (isPlainText(text) && !hasLongerLines(text, 76)) return { encoding: '7bit', body: withCrlf(text) }
  if (suitsBase64(text)) return encodeBytes(Buffer.from(withCrlf(text)))
  return { encoding: 'quoted-printable', body: encodeQuotedPrintable(text) }
}

const withCrlf = (text: string): string => text.replace(/\r\n?|\n/g, '\r\n')

export function encodeBytes(content: Buffer): Encoded {
  return { encoding: 'base64', body: base64.wrap(base64.encode(content)) }
}

/** If more than a sixth is non-ASCII, base64 is shorter than quoted-printable, which needs three characters per octet. */
export function suitsBase64(text: string): boolean {
  return Buffer.byteLength(text) - text.length > text.length / 6
}

/** Null if the content cannot be sent as plain lines: ASCII without NUL, at most 998 octets each. */
export function asLines(content: Buffer): string | null {
  const text = content.toString('latin1')
  if (/\P{ASCII}/u.test(text) || text.includes('\0')) return null
  const lines = text.split(/\r\n?|\n/)
  return lines.every(line => line.length <= 998) ? lines.join('\r\n') : null
}
