/** What an answer to a call means, and when it is made again: five tries in some 70 minutes. */
import { isSuccess, type Next, nextOf } from '#resources/automation/webhooks/deliver/judge.ts'
import type { AttemptSchedule } from '#resources/automation/webhooks/deliver/schedule.ts'
import type { WebhookAnswer } from '#transports/webhook.ts'

const second = 1_000
const minute = 60 * second

/** Shorter than that of webhooks: what comes next for the same message waits for it. */
export const callSchedule: AttemptSchedule = {
  pausesMs: [5 * second, minute, 10 * minute, 60 * minute],
  jitter: 0.1,
}

/** Those that may be answered in another way later. */
const passing = [408, 425, 429]

/** The receiver has heard it and does not want it: to say it again would only hold up what comes next. */
const isRefused = (answer: WebhookAnswer): boolean =>
  answer.kind === 'answered' && answer.status >= 400 && answer.status < 500 && !passing.includes(answer.status)

/** `tries` counts this call, too. */
export const afterCall = (answer: WebhookAnswer, tries: number, chance: number, schedule: AttemptSchedule): Next =>
  isRefused(answer) ? { kind: 'failed' } : nextOf(answer, tries, chance, schedule)

/** Why nobody was told, for whoever looks at the message. A query may hold anything, so it is left out. */
export function describeFailure({ url, word }: { url: string; word: string }, answer: WebhookAnswer, tries: number) {
  const { origin, pathname } = new URL(url)
  const times = tries === 1 ? 'once' : `${tries} times`
  const heard = answer.kind === 'answered' ? `Last answer: HTTP ${answer.status}` : `Last try: ${answer.error}`
  return {
    attempt: tries,
    reason: `${origin}${pathname} was called ${times} to be told “${word}”, and is not called for that again. ${heard}.`,
  }
}

export { isSuccess }
