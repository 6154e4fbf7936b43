/** The meaning of an answer to a call, and when the call is repeated: five tries in some 70 minutes. */
import { type Next, nextOf } from '#resources/automation/webhooks/deliver/after-answer.ts'
import type { AttemptSchedule } from '#resources/automation/webhooks/deliver/schedule.ts'
import type { WebhookAnswer } from '#transports/webhook.ts'

const second = 1_000
const minute = 60 * second

/** Shorter than that of webhooks: later statuses of the same message wait for it. */
export const callSchedule: AttemptSchedule = {
  pausesMs: [5 * second, minute, 10 * minute, 60 * minute],
  jitter: 0.1,
}

/** Statuses that may change with a later try. */
const passing = [408, 425, 429]

/** The receiver has refused the call: a retry would only hold up the next status. */
const isRefused = (answer: WebhookAnswer): boolean =>
  answer.kind === 'answered' && answer.status >= 400 && answer.status < 500 && !passing.includes(answer.status)

/** `tries` includes this call. */
export const afterCall = (answer: WebhookAnswer, tries: number, chance: number, schedule: AttemptSchedule): Next =>
  isRefused(answer) ? { kind: 'failed' } : nextOf(answer, tries, chance, schedule)

/** Why a status was not reported, for people who look at the message. A query may contain anything, so it is left out. */
export function describeFailure({ url, word }: { url: string; word: string }, answer: WebhookAnswer, tries: number) {
  const { origin, pathname } = new URL(url)
  const times = tries === 1 ? 'once' : `${tries} times`
  const heard = answer.kind === 'answered' ? `Last answer: HTTP ${answer.status}` : `Last try: ${answer.error}`
  return {
    attempt: tries,
    reason: `${origin}${pathname} was called ${times} with the status “${word}” and is not called for it again. ${heard}.`,
  }
}
