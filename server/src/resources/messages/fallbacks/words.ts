/** Describes fallbacks in words that a support person can paste. Pure. */
import type { FallbackRow } from './read.ts'

export type FallbackExplanation = {
  sentence: string
  /** When it was decided; null while it waits. */
  decidedAt: Date | null
}

export const explainFallback = (fallback: FallbackRow, emailStatus: string): FallbackExplanation => ({
  sentence: describeFallback(fallback, emailStatus),
  decidedAt: fallback.state === 'waiting' ? null : new Date(fallback.dueAt),
})

/** What a text message that replaces the email waits for, or its outcome. */
function describeFallback({ state, unless, dueAt, smsId, reason }: FallbackRow, emailStatus: string): string {
  switch (state) {
    case 'waiting':
      return describeWaitingFallback(unless, minutes(dueAt), emailStatus)
    case 'sent':
      return `The text message ${smsId} was sent instead. ${reason}`
    case 'not_needed':
      return `No text message was sent instead. ${reason}`
    case 'cancelled':
      return `The planned text message was canceled. ${reason}`
    case 'failed':
      return `The planned text message could not be sent. ${reason}`
  }
}

function describeWaitingFallback(unless: FallbackRow['unless'], at: string, emailStatus: string): string {
  if (unless === 'delivered' && emailStatus === 'delivered')
    return `A text message is sent instead only if the email bounces before ${at}.`
  return `A text message is sent instead if the email is not ${unless} by ${at}, or at once if it bounces or fails.`
}

const minutes = (at: string): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
