/** When what was put off is tried again. */
export type RetrySchedule = { firstMs: number; longestMs: number; jitter: number; giveUpAfterMs: number }

/** The pause after the nth attempt, which was deferred. `chance` from 0 to 1 spreads what was deferred together. */
export function pauseAfter(attempt: number, chance: number, schedule: RetrySchedule): number {
  const pause = Math.min(schedule.firstMs * 2 ** (attempt - 1), schedule.longestMs)
  return Math.round(pause * (1 + schedule.jitter * (2 * chance - 1)))
}
