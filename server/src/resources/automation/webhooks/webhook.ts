import type { DeliveryStatus, WebhookAttempt } from '@posthorn/contract/webhooks'

export type WebhookStatus = 'active' | 'inactive'

export type Webhook = {
  id: string
  url: string
  subscribedEvents: string[]
  status: WebhookStatus
  nickname: string | null
  successCount: number
  failureCount: number
  lastDeliveryAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type WebhookFields = Pick<Webhook, 'url' | 'subscribedEvents' | 'status' | 'nickname'>

/** The delivery of one event to one webhook. */
export type Delivery = {
  /** The position of the event. */
  position: string
  eventId: string
  type: string
  createdAt: Date
  /** Its number among the events about the same object. */
  sequence: number
  status: DeliveryStatus
  dueAt: Date | null
  attempts: WebhookAttempt[]
  data: Record<string, unknown>
}
