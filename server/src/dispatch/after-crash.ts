/**
 * What was in hand when a worker ended. Most of it has nothing to do with the end, and a machine may lose its power as often as it
 * likes: so nothing fails for it. What it happens to again comes back later each time and with fewer others, so that work which
 * ends the process leaves room for all other work.
 */
import { pauseAfter } from './retry.ts'

/** The first time it goes on with all others. */
export const isSuspect = (crashes: number): boolean => crashes > 1

const pauses = { firstMs: 1_000, longestMs: 30_000, jitter: 0.25, giveUpAfterMs: Number.POSITIVE_INFINITY }

/** Before what has seen so many workers end is tried again. */
export const pauseAfterCrash = (crashes: number, chance: number): number =>
  isSuspect(crashes) ? pauseAfter(crashes - 1, chance, pauses) : 0

/** Half as many each time, so that the one that ends workers is alone in the end. */
const atOnce = (crashes: number): number => Math.max(1, 2 ** (5 - crashes))

/** All that are above suspicion; when there are none, a few of the least suspect. */
export function suspectsLast<One extends { crashes: number }>(free: readonly One[]): readonly One[] {
  const others = free.filter(one => !isSuspect(one.crashes))
  if (others.length > 0) return others
  const least = Math.min(...free.map(one => one.crashes))
  return free.filter(one => one.crashes === least).slice(0, atOnce(least))
}

/** Counters are small numbers in the database; from here on all pauses are the same. */
const maxCounted = 1_000

export const oneMoreCrash = (crashes: number): number => Math.min(crashes + 1, maxCounted)
