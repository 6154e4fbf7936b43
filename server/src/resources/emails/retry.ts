/** When a deferred delivery is tried again. */

/** Five minutes, doubled each time up to about an hour, for five days. */
export const retrySchedule = { firstMs: 300_000, longestMs: 4_000_000, jitter: 0.1, giveUpAfterMs: 5 * 86_400_000 }
export type RetrySchedule = typeof retrySchedule

/** The pause after the nth attempt, which was deferred. `chance` from 0 to 1 spreads what was deferred together. */
export function pauseAfter(attempt: number, chance: number, schedule: RetrySchedule = retrySchedule): number {
  const pause = Math.min(schedule.firstMs * 2 ** (attempt - 1), schedule.longestMs)
  return Math.round(pause * (1 + schedule.jitter * (2 * chance - 1)))
}
