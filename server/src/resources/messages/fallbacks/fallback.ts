/** A text message that waits to see whether its email arrives: what it is, and how it is decided. Pure. */

import type { EmailStatus } from '@posthorn/contract/event-names'
import type { FallbackCondition, FallbackState } from '@posthorn/contract/messages/email-fallback'
import type { Draft } from '#resources/messages/sms/sms.ts'

/** A fallback that has passed every rule. */
export type FallbackDraft = { unless: FallbackCondition; withinSeconds: number; sms: Draft }

/** The progress of the email. A person who clicked has opened it. */
export type EmailSeen = { status: EmailStatus; seenByPerson: boolean }

export type Decided = { state: Exclude<FallbackState, 'waiting' | 'failed'>; reason: string }

/**
 * A person who has seen the email has it, whatever the condition: a relay may never report the delivery. A person who reported it
 * as spam has it and wants no more of it.
 */
export function decide(
  { unless, withinSeconds }: Pick<FallbackDraft, 'unless' | 'withinSeconds'>,
  email: EmailSeen | undefined,
): Decided {
  if (!email) return { state: 'cancelled', reason: 'The email was deleted.' }
  const { status, seenByPerson } = email
  if (status === 'canceled') return { state: 'cancelled', reason: canceledReason }
  if (status === 'complained') return { state: 'not_needed', reason: 'The recipient reported the email as spam.' }
  if (seenByPerson) return { state: 'not_needed', reason: 'A person opened the email.' }
  const ended = endedReason[status]
  if (ended) return { state: 'sent', reason: ended }
  if (unless === 'delivered' && status === 'delivered')
    return { state: 'not_needed', reason: 'The email was delivered.' }
  return { state: 'sent', reason: `The email was not ${unless} within ${inWords(withinSeconds)}.` }
}

export const canceledReason = 'The email was canceled.'

/** Ended without arriving, for good. */
const endedReason: Partial<Record<EmailStatus, string>> = {
  bounced: 'The email bounced.',
  failed: 'The email failed.',
  suppressed: 'The email was not sent: its address is on the suppression list.',
}

export function inWords(seconds: number): string {
  const [count, unit] = seconds % 3_600 === 0 ? [seconds / 3_600, 'hour'] : [seconds / 60, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export const minSeconds = 60
export const maxSeconds = 72 * 3_600

/** Parses a duration of the contract such as 10m or 2h. */
export const secondsOf = (within: string): number => Number.parseInt(within, 10) * (within.endsWith('h') ? 3_600 : 60)
