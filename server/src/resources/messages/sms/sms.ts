/** A text message as requested, and the status that follows from its parts. */
import type { SmsStatus } from '@posthorn/contract/messages/sms'
import type { Encoding, InboundSms, Receipt, SmsKey } from '#transports/carrier.ts'

export type { Encoding, InboundSms, Receipt, SmsKey }

/** A request to send that has passed every rule. */
export type Draft = {
  from: string
  to: string
  body: string
  mediaUrls: readonly string[]
  encoding: Encoding
  segments: number
  /** How long it is valid after it was accepted; unlimited when left out. */
  validitySeconds?: number
  /** It may be sent in the quiet hours of its recipient. */
  ignoresQuietHours?: boolean
  /** When it is sent; at once when left out. */
  scheduledFor?: string
}

export const isMms = ({ mediaUrls }: Pick<Draft, 'mediaUrls'>): boolean => mediaUrls.length > 0

export type OutboundStatus = Exclude<SmsStatus, 'received'>

/** A part that the carrier has, and the state from its receipt. A part that was submitted twice is listed twice. */
export type TakenPart = { nth: number; state: 'sent' | 'delivered' | 'undelivered'; cost: string | null }

/**
 * Delivered when all parts are; undelivered as soon as one is, since a text with a gap is of no use. Of a part that was submitted
 * twice the better copy counts.
 */
export function statusOf(total: number, taken: readonly TakenPart[]): 'sent' | 'delivered' | 'undelivered' {
  const byPart = [...Map.groupBy(taken, part => part.nth).values()]
  const has = (copies: readonly TakenPart[], state: TakenPart['state']) => copies.some(copy => copy.state === state)
  if (byPart.some(copies => copies.every(copy => copy.state === 'undelivered'))) return 'undelivered'
  return byPart.length === total && byPart.every(copies => has(copies, 'delivered')) ? 'delivered' : 'sent'
}
