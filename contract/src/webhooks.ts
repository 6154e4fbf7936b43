import { type Static, Type } from 'typebox'
import { eventSubscriptions } from './events.ts'
import { operation } from './operation.ts'
import { Acknowledgment, HttpUrl, Id, Nullable, OneOf, PathId, Timestamp } from './scalars.ts'

const statuses = ['active', 'inactive'] as const
const url = Type.String({ ...HttpUrl, description: 'Where events are sent. Only public addresses are reached.' })
const nickname = Type.String({ maxLength: 256, description: 'A name of your own.' })
const subscribedEvents = Type.Array(OneOf(eventSubscriptions), {
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
      Type.String({ description: 'Only in the answer to its creation. Check the signature of each delivery with it.' }),
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
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'The answer holds the secret, this once. Each delivery is signed with it as Standard Webhooks 1.0.0 describes, so you can tell our requests from others.',
    permission: 'webhooks:write',
    body: WebhookCreate,
    reply: Webhook,
    status: 201,
    idempotent: true,
    refusals: [],
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
    path: '/v1/webhooks/{id}/test',
    tag: 'Webhooks',
    summary: 'Test a webhook',
    description:
      'Sends one webhook.test event at once, also to an inactive webhook, and waits for the receiver. success says whether it answered with 2xx.',
    permission: 'webhooks:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: used.id }, reply: { success: true, message: 'The receiver answered 200.' } },
  }),
  deleteWebhook: operation({
    id: 'deleteWebhook',
    method: 'DELETE',
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
