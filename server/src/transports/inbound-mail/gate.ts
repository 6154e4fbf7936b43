/** Limits concurrent connections and messages per minute, per IPv4 address or IPv6 network. */
import { networkOf } from '#core/networks.ts'

export type Gate = {
  /** False when this address has reached its connection limit. */
  enter(connection: string, address: string): boolean
  /** Also called for connections that were refused. */
  leave(connection: string): void
  /** False when this address has reached its message limit for this minute. */
  mayMail(address: string): boolean
  /** False when this address has reached its limit of mailbox lookups for this minute. */
  mayAsk(address: string): boolean
}

export type GateLimits = { connectionsPerAddress: number; messagesPerMinute: number; mailboxesPerMinute: number }

/**
 * A relay sends all reports from one address: 600 a minute are the bounces of 30,000 messages at 2 %. Mail to a role mailbox
 * takes up to a second of CPU, and is rarer: a receiver sends one report a day per domain.
 */
export const defaultLimits: GateLimits = { connectionsPerAddress: 20, messagesPerMinute: 600, mailboxesPerMinute: 20 }

export function openGate(limits: GateLimits, nowMs: () => number): Gate {
  const { connectionsPerAddress, messagesPerMinute, mailboxesPerMinute } = limits
  const inside = new Map<string, string>()
  const connections = new Map<string, number>()

  return {
    enter(connection, address) {
      const network = networkOf(address)
      const count = connections.get(network) ?? 0
      if (count >= connectionsPerAddress) return false
      inside.set(connection, network)
      connections.set(network, count + 1)
      return true
    },
    leave(connection) {
      const network = inside.get(connection)
      if (network === undefined) return
      inside.delete(connection)
      const count = connections.get(network) ?? 0
      if (count > 1) connections.set(network, count - 1)
      else connections.delete(network)
    },
    mayMail: perMinute(messagesPerMinute, nowMs),
    mayAsk: perMinute(mailboxesPerMinute, nowMs),
  }
}

function perMinute(limit: number, nowMs: () => number): (address: string) => boolean {
  let counted = new Map<string, number>()
  let minute = 0
  return address => {
    const current = Math.floor(nowMs() / 60_000)
    if (current !== minute) counted = new Map()
    minute = current
    const network = networkOf(address)
    const count = (counted.get(network) ?? 0) + 1
    counted.set(network, count)
    return count <= limit
  }
}
