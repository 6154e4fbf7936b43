import type { WebhookDelivery, Webhook as WireWebhook } from '@posthorn/contract/webhooks'
import { toEventBody } from '#events/body.ts'
import type { Delivery, Webhook } from './webhook.ts'

export const toWireWebhook = (webhook: Webhook): WireWebhook => ({
  id: webhook.id,
  url: webhook.url,
  subscribed_events: webhook.subscribedEvents,
  status: webhook.status,
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
  ...(webhook.nickname !== null && { nickname: webhook.nickname }),
  last_delivery_at: webhook.lastDeliveryAt?.toISOString() ?? null,
  failure_count: webhook.failureCount,
  success_count: webhook.successCount,
  total_delivery_count: webhook.failureCount + webhook.successCount,
})

export const toWireDelivery = (delivery: Delivery): WebhookDelivery => ({
  id: delivery.eventId,
  status: delivery.status,
  created_at: delivery.createdAt.toISOString(),
  next_attempt_at: delivery.dueAt?.toISOString() ?? null,
  attempts: delivery.attempts,
  event: toEventBody({ ...delivery, id: delivery.eventId }),
})
