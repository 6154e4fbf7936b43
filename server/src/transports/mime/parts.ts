/** The parts of a MIME message (RFC 2045, 2046). Headers and body are ASCII with CRLF, without a final line end. */
import { buildHeaderValue, quoteString } from 'nodemailer/lib/mime-funcs'
import type { AttachedFile } from '../transport.ts'
import { encode, header, identifierHeader } from './header.ts'
import { asLines, type Encoded, encodeBytes, encodeText } from './transfer-encoding.ts'

export type Part = { headers: string[]; body: string }

export function textPart(type: 'text/plain' | 'text/html', text: string): Part {
  const { encoding, body } = encodeText(text)
  return { headers: [`Content-Type: ${type}; charset=utf-8`, `Content-Transfer-Encoding: ${encoding}`], body }
}

export function multipart(type: string, boundary: string, parts: readonly Part[]): Part {
  const delimited = parts.map(part => `--${boundary}\r\n${part.headers.join('\r\n')}\r\n\r\n${part.body}\r\n`)
  return {
    headers: [header('Content-Type', `${type}; boundary="${boundary}"`)],
    body: `${delimited.join('')}--${boundary}--`,
  }
}

export function filePart(file: AttachedFile): Part {
  const { type, encoding, body } = encodeFile(file)
  const disposition = { value: file.inline ? 'inline' : 'attachment', params: { filename: file.filename } }
  const headers = [
    // The name is repeated for readers without support for RFC 2231.
    header('Content-Type', `${type}; name=${nameParameter(file.filename)}`),
    `Content-Transfer-Encoding: ${encoding}`,
    header('Content-Disposition', quoted(buildHeaderValue(disposition))),
  ]
  if (file.contentId !== null) headers.push(identifierHeader('Content-ID', file.contentId))
  return { headers, body }
}

/**
 * RFC 2046, 5.2.1 allows no encoding for message/*, so such a file is sent as plain lines. If its lines cannot be sent
 * unchanged, it is sent as bytes, so that it still arrives complete.
 */
function encodeFile({ type, content }: AttachedFile): Encoded & { type: string } {
  if (!/^message\//i.test(type)) return { type, ...encodeBytes(content) }
  const lines = asLines(content)
  if (lines !== null) return { type, encoding: '7bit', body: lines }
  return { type: 'application/octet-stream', ...encodeBytes(content) }
}

/** Quotes a bare file name: some readers take one with `*`, `'` or `%` for RFC 2231 syntax and truncate it. */
const quoted = (disposition: string): string => disposition.replace(/^(\w+; filename=)([^"].*)$/, '$1"$2"')

function nameParameter(filename: string): string {
  const plain = /^[\x20-\x7e]*$/.test(filename) && !filename.includes('=?')
  return quoteString(plain ? filename : encode(filename))
}
