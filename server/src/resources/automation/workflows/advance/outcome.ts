/** The outcome of an effect, and when it is retried. */
import { inWords, type Refusal } from '#core/refusal.ts'
import { pauseAfter } from '#resources/automation/webhooks/deliver/schedule.ts'

export type Outcome =
  | { kind: 'done'; detail: object }
  /** Retry in `inMs`. */
  | { kind: 'again'; inMs: number; error: string }
  | { kind: 'failed'; error: string }
  /** The contact is deleted. */
  | { kind: 'stopped' }

export const skipped = (why: string): Outcome => ({ kind: 'done', detail: { skipped: why } })

const minute = 60_000

/** For temporary refusals: soon at first, then hourly for a day. */
const retrySchedule = {
  pausesMs: [1, 5, 30, ...Array<number>(23).fill(60)].map(minutes => minutes * minute),
  jitter: 0.1,
}

const temporary: readonly string[] = [
  'insufficient_credits',
  'hourly_quota_exceeded',
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
]

/** `tries`: the number of earlier attempts. */
export function outcomeOf(refusal: Refusal, tries: number, chance: number): Outcome {
  const words = inWords(refusal)
  if (refusal.code === 'recipient_opted_out') return skipped(words)
  return temporary.includes(refusal.code) ? retryOrFail(words, tries, chance) : { kind: 'failed', error: words }
}

/** For failures that may pass. */
export function retryOrFail(
  error: string,
  tries: number,
  chance: number,
): Extract<Outcome, { kind: 'again' | 'failed' }> {
  const inMs = pauseAfter(tries + 1, chance, retrySchedule)
  return inMs === undefined ? { kind: 'failed', error } : { kind: 'again', inMs, error }
}

const maxFailures = 3
const afterFailureMs = [0, 10_000, 60_000]
const crashedRenderer = 'Its content crashed the rendering process three times.'

/** For a step whose content alone crashed the process that rendered it, this many times. */
export function afterEndedProcess(failures: number): Extract<Outcome, { kind: 'again' | 'failed' }> {
  if (failures >= maxFailures) return { kind: 'failed', error: crashedRenderer }
  return { kind: 'again', inMs: afterFailureMs[failures] ?? 0, error: crashedRenderer }
}
