/** What became of an effect, and when it is tried again. */
import { inWords, type Refusal } from '#core/refusal.ts'
import { pauseAfter } from '#resources/automation/webhooks/deliver/schedule.ts'

export type Outcome =
  | { kind: 'done'; detail: object }
  /** `inMs` from now. */
  | { kind: 'again'; inMs: number; error: string }
  | { kind: 'failed'; error: string }
  /** The contact is gone. */
  | { kind: 'stopped' }

export const skipped = (why: string): Outcome => ({ kind: 'done', detail: { skipped: why } })

const minute = 60_000

/** For what passes by itself: soon at first, then every hour, for a day. */
const patience = { pausesMs: [1, 5, 30, ...Array<number>(23).fill(60)].map(minutes => minutes * minute), jitter: 0.1 }

const passing: readonly string[] = [
  'insufficient_credits',
  'hourly_quota_exceeded',
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
]

/** `tries` were made before this one. */
export function outcomeOf(refusal: Refusal, tries: number, chance: number): Outcome {
  const words = inWords(refusal)
  if (refusal.code === 'recipient_opted_out') return skipped(words)
  return passing.includes(refusal.code) ? laterOrNever(words, tries, chance) : { kind: 'failed', error: words }
}

/** For what may be over by then. */
export function laterOrNever(
  error: string,
  tries: number,
  chance: number,
): Extract<Outcome, { kind: 'again' | 'failed' }> {
  const inMs = pauseAfter(tries + 1, chance, patience)
  return inMs === undefined ? { kind: 'failed', error } : { kind: 'again', inMs, error }
}

const maxFailures = 3
const afterFailureMs = [0, 10_000, 60_000]
const itsOwnEnd = 'Its content ended the process that renders it three times.'

/** For a step whose content ended the process that worked on it, and nothing else, so many times. */
export function afterEndedProcess(failures: number): Extract<Outcome, { kind: 'again' | 'failed' }> {
  if (failures >= maxFailures) return { kind: 'failed', error: itsOwnEnd }
  return { kind: 'again', inMs: afterFailureMs[failures] ?? 0, error: itsOwnEnd }
}
