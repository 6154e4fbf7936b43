/**
 * Twilio signs the address and the parameters of its requests with the auth token:
 * https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Twilio's own libraries try the address with and without its port, since Twilio signs now the one and now the other. */
export function isSignedByTwilio(
  { url, form, signature }: { url: string; form: URLSearchParams; signature: string },
  authToken: string,
): boolean {
  const parameters = concatenate(form)
  // All of them are tried, so that the time taken tells nothing.
  return addressesOf(url).filter(address => isEqual(signature, sign(address + parameters, authToken))).length > 0
}

/** Names in order, each with its values; of equal values one. */
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

/** As they are written: decoded, several texts would be the same signature. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
