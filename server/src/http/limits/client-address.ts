/** Who is at the other end: the socket's address, or what a proxy of ours says. Anybody can write X-Forwarded-For. */
import { isIP } from 'node:net'

export type ClientAddressOf = (socketAddress: string, forwardedFor: string | undefined) => string

/**
 * Each proxy adds the address it was called from at the end, so the list is read from there, as long as the one who says
 * so is trusted. What does not read as an address ends the list.
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

/** Without a port, and IPv4 as IPv4; empty when it is no address. */
function plainAddress(text: string): string {
  const version = isIP(text)
  if (version === 4) return text
  if (version === 6) return text.replace(/^::ffff:(?=\d+\.)/i, '')
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1]
  return host === undefined ? '' : plainAddress(host)
}
