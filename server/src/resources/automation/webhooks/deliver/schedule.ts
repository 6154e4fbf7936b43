/** The pauses between attempts, as data: ten attempts over about three days. */
export type AttemptSchedule = { pausesMs: readonly number[]; jitter: number }

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

export const attemptSchedule: AttemptSchedule = {
  pausesMs: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  jitter: 0.1,
}

/**
 * The pause after this many failed attempts; undefined after the last one. `chance` from 0 to 1 adds jitter, so that deliveries that failed together
 * are spread. A longer Retry-After wins.
 */
export function pauseAfter(
  tries: number,
  chance: number,
  { pausesMs, jitter }: AttemptSchedule,
  askedForMs = 0,
): number | undefined {
  const pause = pausesMs[tries - 1]
  if (pause === undefined) return undefined
  return Math.max(askedForMs, Math.round(pause * (1 + jitter * (2 * chance - 1))))
}
