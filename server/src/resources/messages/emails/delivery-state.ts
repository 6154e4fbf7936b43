/** What becomes of one recipient, and what that makes of the whole email. */
import type { EmailStatus } from '@posthorn/contract/event-names'

const deliveryStates = [
  'waiting',
  'delayed',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'canceled',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** From the one that decides for all to the one that gives way: the worst still open, else the best reached. */
const order: readonly (readonly [DeliveryState, EmailStatus])[] = [
  ['delayed', 'delivery_delayed'],
  ['waiting', 'processing'],
  ['delivered', 'delivered'],
  ['sent', 'sent'],
  ['complained', 'complained'],
  ['bounced', 'bounced'],
  ['failed', 'failed'],
  ['suppressed', 'suppressed'],
  ['canceled', 'canceled'],
]

/** It has ended without an arrival. */
export const isLost = (status: EmailStatus): boolean =>
  status === 'bounced' || status === 'failed' || status === 'suppressed'

export function statusOf(states: readonly DeliveryState[]): EmailStatus {
  const [, status] = order.find(([state]) => states.includes(state)) ?? []
  if (!status) throw new Error('an email has at least one recipient')
  return status
}
