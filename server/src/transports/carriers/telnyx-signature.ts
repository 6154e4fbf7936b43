/** Telnyx signs timestamp and body: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'

const tolerance = 300_000

/** True for 32 octets in base64. */
export const isTelnyxPublicKey = (text: string): boolean =>
  /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32

export function telnyxPublicKey(text: string): KeyObject {
  if (!isTelnyxPublicKey(text)) throw new Error('The public key of Telnyx must be 32 octets in base64')
  const x = Buffer.from(text, 'base64').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

export function isSignedByTelnyx(
  { body, signature, timestamp }: { body: Buffer; signature: string; timestamp: string },
  publicKey: KeyObject,
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !/^[A-Za-z0-9+/]{86}==$/.test(signature)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > tolerance) return false
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body])
  return verify(null, signed, publicKey, Buffer.from(signature, 'base64'))
}
