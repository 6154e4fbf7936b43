import { type Static, Type } from 'typebox'
import { Event, exampleEvent } from './event-log.ts'
import { eventSubscriptions } from './event-names.ts'
import { operation } from './operation.ts'
import { Page, PageQuery } from './page.ts'
import { Acknowledgment, HttpUrl, Id, Nullable, OneOf, PathId, Timestamp } from './scalars.ts'
import { formed } from './workflows/parts.ts'

const statuses = ['active', 'inactive'] as const
const url = Type.String({ ...HttpUrl, description: 'Where events are sent. Only public addresses are reached.' })
const nickname = Type.String({ maxLength: 256, description: 'A name of your own.' })
const custom = formed('custom-event', 'An event of your own, such as custom.order.paid.')
const subscribedEvents = Type.Array(Type.Union([OneOf(eventSubscriptions), custom]), {
  minItems: 1,
  maxItems: 100,
  description: 'Names of events; email.* stands for all of a kind and * for everything.',
})

export const Webhook = Type.Object(
  {
    id: Id,
    url: Type.String(),
    subscribed_events: Type.Array(Type.String()),
    status: OneOf(statuses, {
      description: 'Becomes inactive when the receiver answers 410, or after five days of nothing but failures.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    nickname: Type.Optional(nickname),
    secret: Type.Optional(
      Type.String({
        description:
          'Only in the answer to its creation and to a rotation. Check the signature of each delivery with it.',
      }),
    ),
    last_delivery_at: Nullable(Timestamp, { description: 'Null before the first attempt.' }),
    failure_count: Type.Number({ description: 'Attempts that failed.' }),
    success_count: Type.Number({ description: 'Attempts that succeeded.' }),
    total_delivery_count: Type.Number({ description: 'All attempts.' }),
  },
  { $id: 'Webhook', description: 'An address of yours that is told what happens.' },
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
  { $id: 'WebhookUpdate', description: 'Only fields that are given are changed.' },
)
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WebhookList = Type.Object({ data: Type.Array(Webhook) }, { $id: 'WebhookList' })
export type WebhookList = Static<typeof WebhookList>

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
const deliveryStatus = OneOf(deliveryStatuses, {
  description:
    'pending until an attempt succeeds; failed when the last one has failed or the webhook became inactive meanwhile.',
})

export const WebhookAttempt = Type.Object(
  {
    created_at: Timestamp,
    duration_ms: Type.Number({ description: 'Until the end of the answer, or until it was given up.' }),
    success: Type.Boolean(),
    status: Type.Optional(Type.Number({ description: 'The HTTP status of the answer. Left out when there was none.' })),
    error: Type.Optional(Type.String({ description: 'What happened when there was no answer.' })),
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
    next_attempt_at: Nullable(Timestamp, { description: 'Null when no further attempt is planned.' }),
    attempts: Type.Array(WebhookAttempt, { description: 'Oldest first.' }),
    event: Event,
  },
  { $id: 'WebhookDelivery', description: 'One event on its way to one webhook.' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookReplay = Type.Object(
  { since: Type.String({ ...Timestamp, description: 'Events older than this are left alone.' }) },
  { $id: 'WebhookReplay' },
)
export type WebhookReplay = Static<typeof WebhookReplay>

export const WebhookReplayed = Type.Object(
  { ...Acknowledgment.properties, count: Type.Number({ description: 'How many events are sent again.' }) },
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
      'The answer holds the secret, this once. There are 1,000 at the most. Each delivery is signed with it as Standard Webhooks 1.0.0 describes, so you can tell our requests from others.',
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
    description: 'All of them, newest first: this list has no pages.',
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
    description: 'Only fields that are given are changed. Setting status to active takes an inactive one up again.',
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
    audit: { never: 'the deliveries of the webhook tell of it' },
    path: '/v1/webhooks/{id}/test',
    tag: 'Webhooks',
    summary: 'Test a webhook',
    description:
      'Sends one webhook.test event at once, also to an inactive webhook, and waits for the receiver. success says whether it answered with 2xx; the deliveries say more. At most ten a minute for an organization.',
    permission: 'webhooks:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: used.id }, reply: { success: true, message: 'The receiver accepted the test event.' } },
  }),
  rotateWebhookSecret: operation({
    id: 'rotateWebhookSecret',
    method: 'POST',
    audit: 'webhook.secret_rotated',
    path: '/v1/webhooks/{id}/rotate-secret',
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook',
    description:
      'The answer holds the new secret, this once. For 24 hours each delivery is signed with both, the old one and the new, so nothing is lost while you change it.',
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
      'Newest first, each with all of its attempts. Kept as long as events are: 90 days unless told otherwise.',
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
    description: 'By the id of its event, which is sent as webhook-id with every attempt.',
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
    audit: { never: 'the deliveries of the webhook tell of it' },
    path: '/v1/webhooks/{id}/replay',
    tag: 'Webhooks',
    summary: 'Send again what failed',
    description:
      'Every event since that time that has not been delivered is sent again at once, with the same webhook-id and a new series of attempts. The webhook must be active.',
    permission: 'webhooks:write',
    params,
    body: WebhookReplay,
    reply: WebhookReplayed,
    refusals: ['invalid_state'],
    example: {
      params: { id: used.id },
      body: { since: '2026-11-14T00:00:00.000Z' },
      reply: { success: true, message: '3 events are sent again.', count: 3 },
    },
  }),
  replayWebhookDelivery: operation({
    id: 'replayWebhookDelivery',
    method: 'POST',
    audit: { never: 'the deliveries of the webhook tell of it' },
    path: '/v1/webhooks/{id}/deliveries/{event_id}/replay',
    tag: 'Webhooks',
    summary: 'Send one event again',
    description:
      'Also one that was delivered: it is sent again at once, with the same webhook-id and a new series of attempts. One that is on its way at this moment is left alone. The webhook must be active.',
    permission: 'webhooks:write',
    params: Type.Object({ id: PathId, event_id: PathId }),
    reply: Acknowledgment,
    refusals: ['invalid_state'],
    example: {
      params: { id: used.id, event_id: exampleEvent.id },
      reply: { success: true, message: 'The event is sent again.' },
    },
  }),
  deleteWebhook: operation({
    id: 'deleteWebhook',
    method: 'DELETE',
    audit: 'webhook.deleted',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Permanent; it cannot be undone. Deliveries still waiting are dropped.',
    permission: 'webhooks:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: used.id }, reply: { success: true, message: 'Webhook deleted.' } },
  }),
}
