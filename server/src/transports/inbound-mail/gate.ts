/** Who may come in: so many at once, and so many messages a minute from one address. */

export type Gate = {
  /** False when this address has enough connections. */
  enter(address: string): boolean
  leave(address: string): void
  /** False when this address has sent enough for this minute. */
  mayMail(address: string): boolean
}

export type GateLimits = { connectionsPerAddress: number; messagesPerMinute: number }

/** A relay reports everything from one address: 600 a minute are the bounces of 30,000 messages at 2 %. */
export const usualLimits: GateLimits = { connectionsPerAddress: 10, messagesPerMinute: 600 }

export function openGate({ connectionsPerAddress, messagesPerMinute }: GateLimits, nowMs: () => number): Gate {
  const inside = new Map<string, number>()
  let counted = new Map<string, number>()
  let minute = 0

  return {
    enter(address) {
      const count = inside.get(address) ?? 0
      if (count >= connectionsPerAddress) return false
      inside.set(address, count + 1)
      return true
    },
    leave(address) {
      const count = inside.get(address) ?? 0
      if (count > 1) inside.set(address, count - 1)
      else inside.delete(address)
    },
    mayMail(address) {
      const current = Math.floor(nowMs() / 60_000)
      if (current !== minute) {
        minute = current
        counted = new Map()
      }
      const count = (counted.get(address) ?? 0) + 1
      counted.set(address, count)
      return count <= messagesPerMinute
    },
  }
}
