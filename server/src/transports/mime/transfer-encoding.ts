/** The encodings of RFC 2045, which turn any content into short ASCII lines with CRLF. */
import * as base64 from 'nodemailer/lib/base64'
import { hasLongerLines, isPlainText } from 'nodemailer/lib/mime-funcs'
import * as quotedPrintable from 'nodemailer/lib/qp'

export type Encoded = { encoding: '7bit' | 'quoted-printable' | 'base64'; body: string }

export function encodeText(text: string): Encoded {
  const lines = text.replace(/\r\n?|\n/g, '\r\n')
  if (isPlainText(lines) && !hasLongerLines(lines, 76)) return { encoding: '7bit', body: lines }
  if (suitsBase64(lines)) return encodeBytes(Buffer.from(lines))
  return { encoding: 'quoted-printable', body: quotedPrintable.wrap(quotedPrintable.encode(lines)) }
}

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
