/** Signatures by https://www.standardwebhooks.com/ 1.0.0, in its own headers and in the equivalent ones of Svix. */
import { hash } from 'node:crypto'

/** One signature per secret, so that a receiver may know the old or the new one. */
export const sign = (secrets: readonly Uint8Array[], id: string, seconds: number, body: string): string =>
  secrets.map(secret => `v1,${hmac(secret, `${id}.${seconds}.${body}`)}`).join(' ')

const blockLength = 64

type Pads = { inner: Buffer; outer: Buffer }
const padsOf = new WeakMap<Uint8Array, Pads>()

/** HMAC by RFC 2104 from two plain hashes: creating a `createHmac` object takes as long as the rest of a delivery. */
function hmac(secret: Uint8Array, text: string): string {
  const pads = padsOf.get(secret) ?? newPads(secret)
  const inside = Buffer.allocUnsafe(blockLength + Buffer.byteLength(text))
  pads.inner.copy(inside)
  inside.write(text, blockLength)
  pads.outer.write(hash('sha256', inside, 'binary'), blockLength, 'latin1')
  return hash('sha256', pads.outer, 'base64')
}

function newPads(secret: Uint8Array): Pads {
  const key = secret.length > blockLength ? hash('sha256', secret, 'buffer') : secret
  const pads = { inner: Buffer.alloc(blockLength), outer: Buffer.alloc(blockLength + 32) }
  for (let at = 0; at < blockLength; at++) {
    pads.inner[at] = (key[at] ?? 0) ^ 0x36
    pads.outer[at] = (key[at] ?? 0) ^ 0x5c
  }
  padsOf.set(secret, pads)
  return pads
}

export type Signed = {
  /** The same for each attempt. */
  id: string
  secrets: readonly Uint8Array[]
  /** The time of this attempt: receivers refuse anything older than five minutes. */
  timestamp: Date
  body: string
}

export function signatureHeaders({ id, secrets, timestamp, body }: Signed) {
  const seconds = Math.floor(timestamp.getTime() / 1000)
  const signature = sign(secrets, id, seconds, body)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature,
    'svix-id': id,
    'svix-timestamp': String(seconds),
    'svix-signature': signature,
  }
}
