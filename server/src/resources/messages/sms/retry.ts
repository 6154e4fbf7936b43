import type { RetrySchedule } from '#sending/retry.ts'

/** Ten seconds, doubled each time up to half an hour, for ten hours: a text message is of little use the day after. */
export const retrySchedule: RetrySchedule = {
  firstMs: 10_000,
  maxMs: 1_800_000,
  jitter: 0.1,
  giveUpAfterMs: 36_000_000,
}
