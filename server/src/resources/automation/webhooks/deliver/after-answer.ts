/** Translates an answer into an attempt and the next step. */
import type { WebhookAttempt } from '@posthorn/contract/webhooks'
import type { WebhookAnswer } from '#transports/webhook.ts'
import { type AttemptSchedule, pauseAfter } from './schedule.ts'

export type Next = { kind: 'delivered' } | { kind: 'again'; inMs: number } | { kind: 'failed' }

const gone = 410
/** Statuses whose Retry-After is respected. */
const busy = [429, 503]

export const isGone = (answer: WebhookAnswer): boolean => answer.kind === 'answered' && answer.status === gone

export const isSuccess = (answer: WebhookAnswer): boolean =>
  answer.kind === 'answered' && answer.status >= 200 && answer.status < 300

export function toAttempt(answer: WebhookAnswer, begunAt: Date): WebhookAttempt {
  const base = {
    created_at: begunAt.toISOString(),
    duration_ms: Math.round(answer.durationMs),
    success: isSuccess(answer),
  }
  if (answer.kind === 'unanswered') return { ...base, error: answer.error }
  return { ...base, status: answer.status, response: answer.response }
}

/** `tries` includes this attempt. */
export function nextOf(answer: WebhookAnswer, tries: number, chance: number, schedule: AttemptSchedule): Next {
  if (isSuccess(answer)) return { kind: 'delivered' }
  if (isGone(answer)) return { kind: 'failed' }
  const asked = answer.kind === 'answered' && busy.includes(answer.status) ? answer.retryAfterMs : undefined
  const inMs = pauseAfter(tries, chance, schedule, asked)
  return inMs === undefined ? { kind: 'failed' } : { kind: 'again', inMs }
}
