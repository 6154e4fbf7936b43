/**
 * How much each receiver of webhook steps, or each environment, has in hand. Who finds no room gets a turn, one after the other and no
 * faster than the receiver answers: if all came round at once, a long queue would be read again and again.
 */

/** Runs are not looked for more often than this. */
const leastMs = 500

type Receiver = { inHand: number; answerMs: number; lastTurn: number }

export type Receivers = ReturnType<typeof receivers>

export function receivers(maxAtOnce: number) {
  const known = new Map<string, Receiver>()
  const find = (receiver: string): Receiver => known.get(receiver) ?? { inHand: 0, answerMs: 0, lastTurn: 0 }

  return {
    roomAt: (receiver: string): number => maxAtOnce - find(receiver).inHand,

    enter(receiver: string): void {
      const one = find(receiver)
      known.set(receiver, { ...one, inHand: one.inHand + 1 })
    },

    leave(receiver: string, tookMs: number, now: number): void {
      const one = find(receiver)
      const answerMs = one.answerMs === 0 ? tookMs : 0.9 * one.answerMs + 0.1 * tookMs
      if (one.inHand > 1 || one.lastTurn > now) known.set(receiver, { ...one, inHand: one.inHand - 1, answerMs })
      else known.delete(receiver)
    },

    /** In how many milliseconds the next one that waits has its turn. */
    nextTurn(receiver: string, now: number): number {
      const one = find(receiver)
      const lastTurn = Math.max(one.lastTurn, now + leastMs) + Math.max(one.answerMs, leastMs) / maxAtOnce
      known.set(receiver, { ...one, lastTurn })
      return Math.round(lastTurn - now)
    },
  }
}
