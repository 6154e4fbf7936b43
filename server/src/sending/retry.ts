/** When a deferred attempt is retried. */
export type RetrySchedule = { firstMs: number; maxMs: number; jitter: number; giveUpAfterMs: number }

/** The pause after the nth deferred attempt. `chance` from 0 to 1 spreads messages that were deferred together. */
export function pauseAfter(attempt: number, chance: number, schedule: RetrySchedule): number {
  const pause = Math.min(schedule.firstMs * 2 ** (attempt - 1), schedule.maxMs)
  return Math.round(pause * (1 + schedule.jitter * (2 * chance - 1)))
}
