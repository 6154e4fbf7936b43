/** The states of a recipient, and the status of the whole email that follows from them. */
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

/** The first of these states that any recipient has decides: the worst still open, otherwise the best reached. */
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

/** The email has ended without arriving. */
export const isLost = (status: EmailStatus): boolean =>
  status === 'bounced' || status === 'failed' || status === 'suppressed'

export function statusOf(states: readonly DeliveryState[]): EmailStatus {
  const [, status] = order.find(([state]) => states.includes(state)) ?? []
  if (!status) throw new Error('an email has at least one recipient')
  return status
}
