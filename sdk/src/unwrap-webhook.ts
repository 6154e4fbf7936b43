/** Verifies webhooks by Standard Webhooks 1.0.0. */
import { PosthornError, WebhookVerificationError } from './errors.ts'
import type { Event } from './types.generated.ts'

export type WebhookHeaders = Pick<Headers, 'get'> | { readonly [name: string]: string | readonly string[] | undefined }

export type UnwrapOptions = {
  /** How far the timestamp of a delivery can be in the past or in the future. Default: five minutes. */
  toleranceSeconds?: number
  /** For tests: the current time in milliseconds. */
  now?: () => number
}

/**
 * Verifies that a delivery is from your Posthorn and returns its event. `body` is the raw body of the request, before anything parsed it.
 * During a rotation pass both secrets.
 */
export async function unwrapWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: UnwrapOptions = {},
): Promise<Event> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map(name => headerOf(headers, `webhook-${name}`))
  if (!id || !time || !signatures) throw new WebhookVerificationError('The headers of a webhook are missing.')
  if (!/^\d{1,15}$/.test(time) || Math.abs(now() / 1_000 - Number(time)) > toleranceSeconds) {
    throw new WebhookVerificationError('The delivery is too old, or the clock of this machine is wrong.')
  }
  const octets = octetsOf(body)
  const given = signatures.split(' ')
  for (const one of [secret].flat()) {
    const expected = await sign(one, `${id}.${time}.`, octets)
    if (given.some(signature => isEqual(signature, expected))) return JSON.parse(new TextDecoder().decode(octets))
  }
  throw new WebhookVerificationError('The signature does not match. Check the secret, and that the body is as it came.')
}

/** Checked, because programs without types often pass what a framework has parsed. */
function octetsOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  throw new PosthornError('Pass the raw body of the request, a string or a Uint8Array, before anything parses it.')
}

async function sign(secret: string, before: string, body: Uint8Array): Promise<string> {
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const start = new TextEncoder().encode(before)
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return `v1,${btoa(String.fromCharCode(...signature))}`
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  try {
    // A secret from a file may end with a line break.
    const [, base64 = ''] = /^\s*whsec_(\S+)\s*$/.exec(secret) ?? []
    if (base64) return Uint8Array.from(atob(base64), octet => octet.charCodeAt(0))
  } catch {}
  throw new PosthornError('The secret of a webhook looks like whsec_…: it was shown when the webhook was created.')
}

/** Compares in constant time, so the time does not reveal how much of a guess was right. */
function isEqual(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false
  let difference = 0
  for (let at = 0; at < expected.length; at++) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at)
  return difference === 0
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  // Not instanceof: some frameworks and test environments have a Headers of their own.
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}

const isHeaders = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> => typeof headers.get === 'function'
