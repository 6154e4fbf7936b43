/**
 * Tracks the requests in flight for each receiver of webhook steps, or for each environment. Runs without a free slot get staggered turns, no faster
 * than the receiver answers: if all became due at once, a long queue would be read again and again.
 */

/** The shortest time until a waiting run's turn. */
const minMs = 500

type Receiver = { inFlight: number; answerMs: number; lastTurn: number }

export type Receivers = ReturnType<typeof receivers>

export function receivers(maxAtOnce: number) {
  const known = new Map<string, Receiver>()
  const find = (receiver: string): Receiver => known.get(receiver) ?? { inFlight: 0, answerMs: 0, lastTurn: 0 }

  return {
    freeSlots: (receiver: string): number => maxAtOnce - find(receiver).inFlight,

    enter(receiver: string): void {
      const one = find(receiver)
      known.set(receiver, { ...one, inFlight: one.inFlight + 1 })
    },

    leave(receiver: string, tookMs: number, now: number): void {
      const one = find(receiver)
      const answerMs = one.answerMs === 0 ? tookMs : 0.9 * one.answerMs + 0.1 * tookMs
      if (one.inFlight > 1 || one.lastTurn > now) known.set(receiver, { ...one, inFlight: one.inFlight - 1, answerMs })
      else known.delete(receiver)
    },

    /** Milliseconds until the turn of the next waiting run. */
    nextTurn(receiver: string, now: number): number {
      const one = find(receiver)
      const lastTurn = Math.max(one.lastTurn, now + minMs) + Math.max(one.answerMs, minMs) / maxAtOnce
      known.set(receiver, { ...one, lastTurn })
      return Math.round(lastTurn - now)
    },
  }
}
