/** The headers of webhooks. */
import { validateHeaderName, validateHeaderValue } from 'node:http'

const always = { 'user-agent': 'Posthorn-Webhooks/1' }

/** Connection headers, which callers may not set. */
const notForCallers =
  /^(connection|keep-alive|upgrade|expect|host|content-length|transfer-encoding|te|trailer|proxy-.*)$/i

/**
 * Null when the headers are invalid. Checked here, because an undici pool closes the connection of a request with invalid
 * headers.
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
