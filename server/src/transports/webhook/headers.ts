/** What goes above each webhook. */
import { validateHeaderName, validateHeaderValue } from 'node:http'

const always = { 'user-agent': 'Posthorn-Webhooks/1' }

/** Those that speak of the connection, which is not the caller's. */
const notForCallers =
  /^(connection|keep-alive|upgrade|expect|host|content-length|transfer-encoding|te|trailer|proxy-.*)$/i

/**
 * Null when they cannot be written. It is found out here since a pool of undici takes the connection of a request that it cannot
 * write out of use.
 */
export function writeHeaders(
  headers: Readonly<Record<string, string>>,
  contentType = 'application/json',
): Record<string, string> | null {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
      if (notForCallers.test(name)) return null
    }
    return { ...headers, ...always, 'content-type': contentType }
  } catch {
    return null
  }
}
