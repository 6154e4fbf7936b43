import { type Static, Type } from 'typebox'
import { Event, exampleEvent } from './event-log.ts'
import { eventSubscriptions } from './event-names.ts'
import { operation } from './operation.ts'
import { Page, PageQuery } from './page.ts'
import { Acknowledgment, HttpUrl, Id, Nullable, OneOf, PathId, Timestamp } from './scalars.ts'
import { formed } from './workflows/parts.ts'

const statuses = ['active', 'inactive'] as const
const url = Type.String({
  ...HttpUrl,
  description: 'The URL to send events to. Must have a public address, unless the operator allows others.',
})
const nickname = Type.String({ maxLength: 256, description: 'Your own name for the webhook.' })
const custom = formed('custom-event', 'A custom event, such as custom.order.paid.')
const subscribedEvents = Type.Array(Type.Union([OneOf(eventSubscriptions), custom]), {
  minItems: 1,
  maxItems: 100,
  description: 'The events to send. email.* means all events of a group, * all events.',
})

export const Webhook = Type.Object(
  {
    id: Id,
    url: Type.String(),
    subscribed_events: Type.Array(Type.String()),
    status: OneOf(statuses, {
      description: 'Becomes inactive when your endpoint answers 410, or after five days of failures only.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    nickname: Type.Optional(nickname),
    secret: Type.Optional(
      Type.String({
        description:
          'The secret to verify the signature of each delivery with. Returned only when the webhook is created and when the secret is rotated.',
      }),
    ),
    last_delivery_at: Nullable(Timestamp, { description: 'The time of the last attempt. Null before the first one.' }),
    failure_count: Type.Number({ description: 'The number of failed attempts.' }),
    success_count: Type.Number({ description: 'The number of successful attempts.' }),
    total_delivery_count: Type.Number({ description: 'The number of all attempts.' }),
  },
  { $id: 'Webhook', description: 'A URL of yours that events are sent to.' },
)
export type Webhook = Static<typeof Webhook>

export const WebhookCreate = Type.Object(
  {
    url,
    subscribed_events: subscribedEvents,
    nickname: Type.Optional(nickname),
    status: Type.Optional(OneOf(statuses, { default: 'active' })),
  },
  { $id: 'WebhookCreate' },
)
export type WebhookCreate = Static<typeof WebhookCreate>

export const WebhookUpdate = Type.Object(
  {
    url: Type.Optional(url),
    subscribed_events: Type.Optional(subscribedEvents),
    nickname: Type.Optional(nickname),
    status: Type.Optional(OneOf(statuses)),
  },
  { $id: 'WebhookUpdate', description: 'Only the fields you give are changed.' },
)
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WebhookList = Type.Object({ data: Type.Array(Webhook) }, { $id: 'WebhookList' })
export type WebhookList = Static<typeof WebhookList>

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
const deliveryStatus = OneOf(deliveryStatuses, {
  description:
    'pending: no attempt has succeeded yet. delivered: an attempt succeeded. failed: the last attempt failed, or the webhook became inactive.',
})

export const WebhookAttempt = Type.Object(
  {
    created_at: Timestamp,
    duration_ms: Type.Number({ description: 'The time until the end of the answer or the timeout, in milliseconds.' }),
    success: Type.Boolean(),
    status: Type.Optional(
      Type.Number({ description: 'The HTTP status of the answer. Left out when there was no answer.' }),
    ),
    error: Type.Optional(Type.String({ description: 'The error when there was no answer.' })),
    response: Type.Optional(Type.String({ description: 'The first 4 KiB of the answer.' })),
  },
  { $id: 'WebhookAttempt' },
)
export type WebhookAttempt = Static<typeof WebhookAttempt>

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'The id of the event, sent as webhook-id with every attempt.' }),
    status: deliveryStatus,
    created_at: Timestamp,
    next_attempt_at: Nullable(Timestamp, {
      description: 'The time of the next attempt. Null when no further attempt is planned.',
    }),
    attempts: Type.Array(WebhookAttempt, { description: 'The attempts, oldest first.' }),
    event: Event,
  },
  { $id: 'WebhookDelivery', description: 'The delivery of one event to one webhook.' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookReplay = Type.Object(
  { since: Type.String({ ...Timestamp, description: 'Only events from this time or later are resent.' }) },
  { $id: 'WebhookReplay' },
)
export type WebhookReplay = Static<typeof WebhookReplay>

export const WebhookReplayed = Type.Object(
  { ...Acknowledgment.properties, count: Type.Number({ description: 'The number of events that will be resent.' }) },
  { $id: 'WebhookReplayed' },
)

const params = Type.Object({ id: PathId })
const request = {
  url: 'https://acme.test/hooks/posthorn',
  subscribed_events: ['email.bounced', 'email.complained'],
  nickname: 'Bounces',
}
const fresh = {
  id: '01945c1e-d7b1-7e3a-8c05-6f1a4b2d9c66',
  ...request,
  status: 'active',
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  last_delivery_at: null,
  failure_count: 0,
  success_count: 0,
  total_delivery_count: 0,
}
const used = {
  ...fresh,
  last_delivery_at: '2026-11-15T11:02:44.190Z',
  failure_count: 1,
  success_count: 41,
  total_delivery_count: 42,
}

export const webhooks = {
  createWebhook: operation({
    id: 'createWebhook',
    method: 'POST',
    audit: 'webhook.created',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'The answer contains the secret, this once. Each delivery is signed with it according to Standard Webhooks 1.0.0, so you can verify where it comes from. There can be 1,000 webhooks.',
    permission: 'webhooks:write',
    body: WebhookCreate,
    reply: Webhook,
    status: 201,
    idempotent: true,
    refusals: ['invalid_state'],
    example: { body: request, reply: { ...fresh, secret: 'whsec_c2VjcmV0LWZvci10aGUtZXhhbXBsZS1vbmx5LS0tLS0=' } },
  }),
  listWebhooks: operation({
    id: 'listWebhooks',
    method: 'GET',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Returns all webhooks, newest first. This list has no pages.',
    permission: 'webhooks:read',
    reply: WebhookList,
    refusals: [],
    example: { reply: { data: [used] } },
  }),
  getWebhook: operation({
    id: 'getWebhook',
    method: 'GET',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Read a webhook',
    permission: 'webhooks:read',
    params,
    reply: Webhook,
    refusals: [],
    example: { params: { id: used.id }, reply: used },
  }),
  updateWebhook: operation({
    id: 'updateWebhook',
    method: 'PUT',
    audit: 'webhook.updated',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Update a webhook',
    description: 'Only the fields you give are changed. Setting status to active resumes an inactive webhook.',
    permission: 'webhooks:write',
    params,
    body: WebhookUpdate,
    reply: Webhook,
    refusals: [],
    example: {
      params: { id: used.id },
      body: { subscribed_events: ['email.*'] },
      reply: { ...used, subscribed_events: ['email.*'], updated_at: '2026-11-15T12:00:00.000Z' },
    },
  }),
  testWebhook: operation({
    id: 'testWebhook',
    method: 'POST',
    audit: { never: 'recorded in the deliveries of the webhook' },
    path: '/v1/webhooks/{id}/test',
    tag: 'Webhooks',
    summary: 'Test a webhook',
    description:
      'Sends one webhook.test event at once, even to an inactive webhook, and waits for your endpoint. success says whether it answered with 2xx; the deliveries have the details. At most ten per minute and organization.',
    permission: 'webhooks:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: used.id }, reply: { success: true, message: 'Your endpoint accepted the test event.' } },
  }),
  rotateWebhookSecret: operation({
    id: 'rotateWebhookSecret',
    method: 'POST',
    audit: 'webhook.secret_rotated',
    path: '/v1/webhooks/{id}/rotate-secret',
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook',
    description:
      'The answer contains the new secret, this once. For 24 hours each delivery is signed with both the old and the new secret, so nothing is lost while you change it.',
    permission: 'webhooks:write',
    params,
    reply: Webhook,
    refusals: [],
    example: {
      params: { id: used.id },
      reply: {
        ...used,
        updated_at: '2026-11-15T12:00:00.000Z',
        secret: 'whsec_YS1uZXctc2VjcmV0LWZvci10aGUtZXhhbXBsZS0tLS0=',
      },
    },
  }),
  listWebhookDeliveries: operation({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    tag: 'Webhooks',
    summary: 'List the deliveries of a webhook',
    description:
      'Returns deliveries with all their attempts, newest first. They are kept as long as events: 90 days by default.',
    permission: 'webhooks:read',
    params,
    query: PageQuery({ status: Type.Optional(deliveryStatus) }),
    reply: Page(WebhookDelivery, 'WebhookDeliveryPage'),
    refusals: [],
    example: {
      params: { id: used.id },
      query: { status: 'delivered' },
      reply: {
        data: [
          {
            id: exampleEvent.id,
            status: 'delivered',
            created_at: exampleEvent.created_at,
            next_attempt_at: null,
            attempts: [
              {
                created_at: '2026-11-15T11:02:44.190Z',
                duration_ms: 38,
                success: true,
                status: 200,
                response: 'ok',
              },
            ],
            event: exampleEvent,
          },
        ],
        has_more: false,
      },
    },
  }),
  getWebhookDelivery: operation({
    id: 'getWebhookDelivery',
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries/{event_id}',
    tag: 'Webhooks',
    summary: 'Read a delivery of a webhook',
    description: 'Returns a delivery by the id of its event, which is sent as webhook-id with every attempt.',
    permission: 'webhooks:read',
    params: Type.Object({ id: PathId, event_id: PathId }),
    reply: WebhookDelivery,
    refusals: [],
    example: {
      params: { id: used.id, event_id: exampleEvent.id },
      reply: {
        id: exampleEvent.id,
        status: 'failed',
        created_at: exampleEvent.created_at,
        next_attempt_at: null,
        attempts: [
          {
            created_at: '2026-11-15T11:02:44.190Z',
            duration_ms: 15_000,
            success: false,
            error: 'The receiver did not answer within 15 seconds.',
          },
        ],
        event: exampleEvent,
      },
    },
  }),
  replayWebhook: operation({
    id: 'replayWebhook',
    method: 'POST',
    audit: { never: 'recorded in the deliveries of the webhook' },
    path: '/v1/webhooks/{id}/replay',
    tag: 'Webhooks',
    summary: 'Replay failed events',
    description:
      'Sends every undelivered event since the given time again at once, with the same webhook-id and a new series of attempts. The webhook must be active.',
    permission: 'webhooks:write',
    params,
    body: WebhookReplay,
    reply: WebhookReplayed,
    refusals: ['invalid_state'],
    example: {
      params: { id: used.id },
      body: { since: '2026-11-14T00:00:00.000Z' },
      reply: { success: true, message: '3 events will be resent.', count: 3 },
    },
  }),
  replayWebhookDelivery: operation({
    id: 'replayWebhookDelivery',
    method: 'POST',
    audit: { never: 'recorded in the deliveries of the webhook' },
    path: '/v1/webhooks/{id}/deliveries/{event_id}/replay',
    tag: 'Webhooks',
    summary: 'Replay one event',
    description:
      'Sends one event again at once, even if it was delivered, with the same webhook-id and a new series of attempts. An event that is being sent at this moment is not sent again. The webhook must be active.',
    permission: 'webhooks:write',
    params: Type.Object({ id: PathId, event_id: PathId }),
    reply: Acknowledgment,
    refusals: ['invalid_state'],
    example: {
      params: { id: used.id, event_id: exampleEvent.id },
      reply: { success: true, message: 'The event will be resent.' },
    },
  }),
  deleteWebhook: operation({
    id: 'deleteWebhook',
    method: 'DELETE',
    audit: 'webhook.deleted',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook permanently. This cannot be undone. Pending deliveries are dropped.',
    permission: 'webhooks:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: used.id }, reply: { success: true, message: 'Webhook deleted.' } },
  }),
}
