/** Signatures by https://www.standardwebhooks.com/ 1.0.0, in its own headers and in those of Svix, which says the same. */
import { createHmac } from 'node:crypto'

/** One signature for each secret, so that a receiver may know the old or the new one. */
export const sign = (secrets: readonly Uint8Array[], id: string, seconds: number, body: string): string =>
  secrets
    .map(secret => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`)
    .join(' ')

export type Signed = {
  /** The same for each attempt. */
  id: string
  secrets: readonly Uint8Array[]
  /** Of this attempt: receivers refuse what is older than five minutes. */
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
