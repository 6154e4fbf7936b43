import type { RetrySchedule } from '#sending/retry.ts'

/** Five minutes, doubled each time up to about an hour, for five days. */
export const retrySchedule: RetrySchedule = {
  firstMs: 300_000,
  maxMs: 4_000_000,
  jitter: 0.1,
  giveUpAfterMs: 5 * 86_400_000,
}
