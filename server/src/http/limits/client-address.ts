/** The client's address: the socket's, or the one that a trusted proxy reports. Any client can send X-Forwarded-For. */
import { isIP } from 'node:net'

export type ClientAddressOf = (socketAddress: string, forwardedFor: string | undefined) => string

/**
 * Each proxy appends the address that it was called from, so the list is read from the end while the address before is a
 * trusted proxy. Reading stops at the first entry that is not an address.
 */
export const clientAddress =
  (isTrustedProxy: (address: string) => boolean): ClientAddressOf =>
  (socketAddress, forwardedFor) => {
    let address = plainAddress(socketAddress)
    let end = forwardedFor?.length ?? 0
    while (forwardedFor !== undefined && end > 0 && isTrustedProxy(address)) {
      const start = forwardedFor.lastIndexOf(',', end - 1)
      const before = plainAddress(forwardedFor.slice(start + 1, end).trim())
      if (before === '') break
      address = before
      end = start
    }
    return address
  }

/** Without a port, and IPv4-mapped IPv6 as IPv4. Empty when the text is not an address. */
function plainAddress(text: string): string {
  const version = isIP(text)
  if (version === 4) return text
  if (version === 6) return text.replace(/^::ffff:(?=\d+\.)/i, '')
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1]
  return host === undefined ? '' : plainAddress(host)
}
