import type { DeliveryStatus, Webhook, WebhookDelivery } from '@posthorn/contract/webhooks'
import { Type } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given, Maybe } from '#validation/optional.ts'
import { deletion } from './deletion.ts'
import { cut, list, PageQuery, pageOf } from './pages.ts'
import { toOurEvents, toTheirEvents } from './webhook-events.ts'

const Events = Type.Array(Type.String(), { minItems: 1, maxItems: 100 })

const Behind = Type.Object({ limit: PageQuery.properties.limit, after: PageQuery.properties.after })

export const webhookOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/webhooks',
    standsFor: 'createWebhook',
    status: 201,
    body: Type.Object({ endpoint: Type.String(), events: Events }),
    async answer({ body: { endpoint, events }, ask }) {
      const { id, secret } = await ask('createWebhook', {
        body: { url: endpoint, subscribed_events: ownEvents(events) },
      })
      return { object: 'webhook', id, signing_secret: secret }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/webhooks',
    standsFor: 'listWebhooks',
    query: PageQuery,
    answer: async ({ query, ask }) => list(cut((await ask('listWebhooks')).data, query), toWebhook),
  }),
  doorOperation({
    method: 'GET',
    path: '/webhooks/{id}',
    standsFor: 'getWebhook',
    answer: async ({ params, ask }) => ({
      object: 'webhook',
      ...toWebhook(await ask('getWebhook', { params })),
    }),
  }),
  doorOperation({
    method: 'PATCH',
    path: '/webhooks/{id}',
    standsFor: 'updateWebhook',
    body: Type.Object({
      endpoint: Maybe(Type.String()),
      events: Maybe(Events),
      status: Maybe(Type.Union([Type.Literal('enabled'), Type.Literal('disabled')])),
    }),
    async answer({ params, body: { endpoint, events, status }, ask }) {
      const { id } = await ask('updateWebhook', {
        params,
        body: given({
          url: endpoint,
          subscribed_events: events && ownEvents(events),
          status: status && (status === 'enabled' ? 'active' : 'inactive'),
        }),
      })
      return { object: 'webhook', id }
    },
  }),
  deletion('/webhooks/{id}', 'deleteWebhook', 'webhook'),
  doorOperation({
    method: 'POST',
    path: '/webhooks/{id}/signing-secret/rotate',
    standsFor: 'rotateWebhookSecret',
    async answer({ params, ask }) {
      const { id, secret } = await ask('rotateWebhookSecret', { params })
      return { object: 'webhook', id, signing_secret: secret }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/webhooks/{id}/events',
    standsFor: 'listWebhookDeliveries',
    query: Behind,
    async answer({ params, query: asked, ask }) {
      const { query, page } = pageOf(asked)
      return list(await ask('listWebhookDeliveries', { params, query, page }), toEvent)
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/webhooks/{id}/events/{event_id}',
    standsFor: 'getWebhookDelivery',
    async answer({ params, ask }) {
      const delivery = await ask('getWebhookDelivery', { params })
      const { next_attempt_at, event } = delivery
      return { object: 'webhook_event', ...toEvent(delivery), next_attempt_at, payload: event }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/webhooks/{id}/events/{event_id}/attempts',
    standsFor: 'getWebhookDelivery',
    query: Behind,
    async answer({ params, ask }) {
      const { id, attempts } = await ask('getWebhookDelivery', { params })
      // We return all of them on one page.
      return list({ data: attempts, has_more: false }, ({ created_at, status, response, error }) => ({
        id: `${id} ${created_at}`,
        http_status_code: status ?? 0,
        response: response ?? error ?? '',
        sent_at: created_at,
      }))
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/webhooks/{id}/events/{event_id}/replay',
    standsFor: 'replayWebhookDelivery',
    async answer({ params, ask }) {
      await ask('replayWebhookDelivery', { params })
      return { object: 'webhook_event', id: params.event_id }
    },
  }),
]

const statuses = { delivered: 'success', pending: 'pending', failed: 'failed' } as const satisfies Record<
  DeliveryStatus,
  string
>

const toEvent = ({ id, created_at, status, event }: WebhookDelivery) => ({
  id,
  type: event.type,
  created_at,
  status: statuses[status],
})

function ownEvents(names: readonly string[]) {
  const { events, faults } = toOurEvents(names)
  if (faults.length > 0) throw invalid(...faults)
  return events
}

/** Without the secret, which is shown only on creation. */
const toWebhook = ({ id, url, created_at, status, subscribed_events }: Webhook) => ({
  id,
  endpoint: url,
  created_at,
  status: status === 'active' ? 'enabled' : 'disabled',
  events: toTheirEvents(subscribed_events),
})
