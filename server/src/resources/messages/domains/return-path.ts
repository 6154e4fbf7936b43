/**
 * The return path of a message contains the email and the recipient, sealed: a message sent back to it can only be about
 * something that was sent from here. 18 octets of content and 96 bits of HMAC make exactly 48 letters. The address to unsubscribe
 * by mail is built the same way.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Returned = { emailId: string; nth: number }

const contentLength = 18
const sealLength = 12
const address = /^([bu])-([0-9a-v]{48})@/

type Named = Returned & { domain: string }

export const returnPath = (secret: Buffer, named: Named): string => sealedAddress('b', secret, named)

export const unsubscribeMailbox = (secret: Buffer, named: Named): string => sealedAddress('u', secret, named)

function sealedAddress(letter: Letter, secret: Buffer, { emailId, nth, domain }: Named): string {
  const content = Buffer.alloc(contentLength)
  content.write(emailId.replaceAll('-', ''), 'hex')
  content.writeUInt16BE(nth, 16)
  return `${letter}-${toBase32(Buffer.concat([content, seal(letter, secret, content)]))}@${domain}`
}

/** Null when the address was not made with this secret. */
export const readReturnPath = (secret: Buffer, text: string): Returned | null => readSealed('b', secret, text)

export const readUnsubscribeMailbox = (secret: Buffer, text: string): Returned | null => readSealed('u', secret, text)

function readSealed(letter: Letter, secret: Buffer, text: string): Returned | null {
  // Mail servers may change the letter case of the address.
  const [, kind, token] = (text.length <= 254 && address.exec(text.toLowerCase())) || []
  if (kind !== letter || token === undefined) return null
  const octets = fromBase32(token)
  const content = octets.subarray(0, contentLength)
  if (!timingSafeEqual(octets.subarray(contentLength), seal(letter, secret, content))) return null
  const emailId = content.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { emailId, nth: content.readUInt16BE(16) }
}

/** The label prevents a seal for this purpose from being valid for any other that is sealed with the same secret. */
const seal = (letter: Letter, secret: Buffer, content: Buffer): Buffer =>
  createHmac('sha256', secret).update(labels[letter]).update(content).digest().subarray(0, sealLength)

const labels = { b: 'return path\0', u: 'unsubscribe by mail\0' } as const
type Letter = keyof typeof labels

// The base32hex of RFC 4648, with the digits of toString(32): five octets are eight letters, without a remainder.
const groups = (contentLength + sealLength) / 5

const toBase32 = (octets: Buffer): string =>
  Array.from({ length: groups }, (_, nth) =>
    octets
      .readUIntBE(nth * 5, 5)
      .toString(32)
      .padStart(8, '0'),
  ).join('')

function fromBase32(text: string): Buffer {
  const octets = Buffer.alloc(contentLength + sealLength)
  for (let nth = 0; nth < groups; nth++) {
    octets.writeUIntBE(Number.parseInt(text.slice(nth * 8, nth * 8 + 8), 32), nth * 5, 5)
  }
  return octets
}
