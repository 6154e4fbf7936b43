/** DKIM signatures, relaxed/relaxed: RFC 6376 with rsa-sha256, RFC 8463 with ed25519-sha256. */
import { createHash, sign as cryptoSign, hash, type KeyObject } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { DkimKey, Sign } from '../transport.ts'
import { canonicalBody, canonicalHeader, pieceLength } from './canonical-form.ts'

/** Headers whose change could mislead the reader (RFC 6376, 5.4.1), and the two that RFC 8058, section 4, requires for one-click unsubscribe. */
const signedHeaders = new Set([
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'feedback-id',
])

type Header = { name: string; value: string }

/** With a callback it runs in the thread pool: an RSA signature takes half a millisecond or more. */
const signInPool = promisify<string | null, Buffer, KeyObject, Buffer>(cryptoSign)

export const sign: Sign = async (message, keys) => {
  if (keys.length === 0) return message
  const { headers, body } = split(message)
  // Repeated headers are verified from the last to the first (RFC 6376, 5.4.2).
  const signed = headers.filter(({ name }) => signedHeaders.has(name.toLowerCase())).reverse()
  const common = [...signatureTime(headers), foldedNames(signed), `bh=${await bodyHash(body)}`]
  const signatures = await Promise.all(keys.map(key => signatureHeader(key, signed, common)))
  return Buffer.concat([Buffer.from(signatures.join(''), 'latin1'), message])
}

/** For a large body, other work can run between two pieces. */
async function bodyHash(body: Buffer): Promise<string> {
  const sum = createHash('sha256')
  for (const piece of canonicalBody(body)) {
    sum.update(piece)
    if (body.length > pieceLength) await setImmediate()
  }
  return sum.digest('base64')
}

async function signatureHeader(key: DkimKey, signed: readonly Header[], common: readonly string[]): Promise<string> {
  const { name, sign } = algorithmOf(key.privateKey)
  const tags = [`v=1; a=${name}; c=relaxed/relaxed`, `d=${key.domain}; s=${key.selector}`, ...common, 'b=']
  const value = ` ${tags.join(';\r\n ')}`
  const lines = signed.map(header => `${canonicalHeader(header.name, header.value)}\r\n`)
  const data = Buffer.from(`${lines.join('')}${canonicalHeader('DKIM-Signature', value)}`, 'latin1')
  const signature = (await sign(data)).toString('base64')
  return `DKIM-Signature:${value}${signature.replace(/.{72}(?=.)/g, '$&\r\n ')}\r\n`
}

function algorithmOf(key: KeyObject): { name: string; sign: (data: Buffer) => Promise<Buffer> } {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return { name: 'rsa-sha256', sign: data => signInPool('sha256', data, key) }
    case 'ed25519':
      return { name: 'ed25519-sha256', sign: data => signInPool(null, hash('sha256', data, 'buffer'), key) }
    default:
      throw new Error(`DKIM does not support ${key.asymmetricKeyType} keys`)
  }
}

/** Each name is listed once more than it occurs, so that adding such a header breaks the signature (RFC 6376, 8.15). */
function foldedNames(signed: readonly Header[]): string {
  const names = [...signed.map(({ name }) => name), ...signedHeaders]
  return `h=${names.join(':').replace(/.{1,60}(?::|$)/g, (line, offset) => (offset === 0 ? line : `\r\n ${line}`))}`
}

/**
 * The time of the Date header, so that the same message gives the same signature. No time if it is in the future or before 1970: verifiers reject such
 * signatures (RFC 6376, 3.5), and the Date of a submitted message can be anything.
 */
function signatureTime(headers: readonly Header[]): string[] {
  const date = headers.find(({ name }) => name.toLowerCase() === 'date')
  const time = Date.parse(date?.value ?? '')
  return time >= 0 && time <= Date.now() ? [`t=${Math.floor(time / 1000)}`] : []
}

/** Decodes headers as Latin-1, which preserves every octet. */
function split(message: Buffer): { headers: Header[]; body: Buffer } {
  const end = message.indexOf('\r\n\r\n')
  const block = message.toString('latin1', 0, end === -1 ? message.length : end)
  const headers = block.split(/\r\n(?![ \t])/).map(field => {
    const colon = field.indexOf(':')
    // Blanks before the colon are obsolete, but mail programs may send them (RFC 5322, 4.5.8).
    return { name: field.slice(0, colon).replace(/[ \t]+$/, ''), value: field.slice(colon + 1) }
  })
  return { headers, body: end === -1 ? Buffer.alloc(0) : message.subarray(end + 4) }
}
