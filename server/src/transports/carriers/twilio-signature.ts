/**
 * Twilio signs the URL and the parameters of its requests with the auth token:
 * https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Twilio's own libraries try the URL with and without its port, since Twilio signs either of them. */
export function isSignedByTwilio(
  { url, form, signature }: { url: string; form: URLSearchParams; signature: string },
  authToken: string,
): boolean {
  const parameters = concatenate(form)
  // All are compared, so that the duration reveals nothing.
  return addressesOf(url).filter(address => isEqual(signature, sign(address + parameters, authToken))).length > 0
}

/** Sorted names, each with its distinct values. */
function concatenate(form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort()
  const valuesOf = (name: string) => [...new Set(form.getAll(name))].sort()
  return names.flatMap(name => valuesOf(name).map(value => name + value)).join('')
}

function addressesOf(url: string): string[] {
  const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? []
  const withoutPort = host.replace(/:\d+$/, '')
  const withPort = withoutPort === host ? `${host}:${scheme === 'https://' ? 443 : 80}` : host
  return [`${scheme}${withoutPort}${rest}`, `${scheme}${withPort}${rest}`]
}

const sign = (text: string, authToken: string): string =>
  createHmac('sha1', authToken).update(text, 'utf8').digest('base64')

/** Compared in base64: several texts could decode to the same signature. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
