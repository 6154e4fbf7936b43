/**
 * The room that one process has for messages that are being sent: their number, and the octets they use in memory. A fifth is reserved for the most
 * urgent stream, and another fifth for proven destinations: hundreds of destinations that accept a connection and then say nothing would each use
 * room for five minutes. One tenant gets at most half of the room for unproven destinations.
 */
export type Need = {
  isUrgent: boolean
  /** The tenant of a message for an unproven destination. */
  unprovenFor: string | undefined
  bytes: number
}

export type Room = {
  readonly running: number
  has(need: Need): boolean
  /** Returns the function that gives it back. */
  take(need: Need): () => void
}

const maxBytes = 128 * 1024 * 1024

export function roomFor(maxAtOnce: number): Room {
  const reserved = Math.floor(maxAtOnce / 5)
  let running = 0
  let bytes = 0
  let unproven = 0
  const unprovenOf = new Map<string, number>()

  function countUnproven(tenant: string | undefined, by: 1 | -1): void {
    if (tenant === undefined) return
    const own = (unprovenOf.get(tenant) ?? 0) + by
    unproven += by
    if (own > 0) unprovenOf.set(tenant, own)
    else unprovenOf.delete(tenant)
  }

  return {
    get running() {
      return running
    },
    has(need) {
      const max = need.isUrgent ? maxAtOnce : maxAtOnce - reserved
      if (need.unprovenFor !== undefined) {
        const room = max - reserved
        const own = unprovenOf.get(need.unprovenFor) ?? 0
        if (unproven >= room || own >= Math.ceil(room / 2)) return false
      }
      return running < max && (bytes === 0 || bytes + need.bytes <= maxBytes)
    },
    take(need) {
      running++
      bytes += need.bytes
      countUnproven(need.unprovenFor, 1)
      return () => {
        running--
        bytes -= need.bytes
        countUnproven(need.unprovenFor, -1)
      }
    },
  }
}
