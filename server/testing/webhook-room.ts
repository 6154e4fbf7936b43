/** Webhooks on a real database, with events for them and a scripted receiver. */
import type { WebhookAttempt, WebhookCreate, WebhookUpdate, Webhook as WireWebhook } from '@posthorn/contract/webhooks'
import { sql } from 'kysely'
import { record } from '#events/record.ts'
import type { Database } from '#postgres/database.ts'
import type { WebhookAnswer, WebhookPost, WebhookPoster } from '#transports/webhook.ts'
import type { Caller } from '../src/core/caller.ts'
import { newId } from '../src/core/id.ts'
import { Replayed } from '../src/core/idempotency.ts'
import { pager } from '../src/core/page.ts'
import { sealer } from '../src/core/seal.ts'
import { webhookRoutes } from '../src/resources/automation/webhooks/routes.ts'
import { webhookSecrets } from '../src/resources/automation/webhooks/secrets.ts'
import type { AttemptResult } from '../src/resources/automation/webhooks/settle.ts'
import { always } from '../src/setup/reachable.ts'
import { asking } from './asking.ts'

export type StoredDelivery = {
  eventId: string
  position: string
  status: string
  dueAt: Date | null
  tries: number
  attempts: unknown[]
}
type DeliveryQuery = { limit?: number; cursor?: string; status?: 'pending' | 'delivered' | 'failed' }

export const accepted: WebhookAnswer = { kind: 'answered', status: 204, response: '', durationMs: 5 }

export function openWebhookScene(database: Database, caller: Caller) {
  let nowMs = Date.parse('2026-11-15T12:00:00.000Z')
  const posts: WebhookPost[] = []
  let answer: () => Promise<WebhookAnswer> = async () => accepted
  const poster: WebhookPoster = {
    post(post) {
      posts.push(post)
      return answer()
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const secrets = webhookSecrets(sealer(Buffer.alloc(32, 1)))
  const clock = () => new Date(nowMs)
  const routes = webhookRoutes({
    ...{ database, clock, secrets, poster, addresses: always('public') },
    pager: pager(Buffer.alloc(32, 7)),
  })
  const on = (id: string) => ({ params: { id }, query: undefined, body: undefined })

  return {
    database,
    routes,
    secrets,
    clock,
    posts,
    answerWith(next: () => Promise<WebhookAnswer>) {
      answer = next
    },
    pass(ms: number) {
      nowMs += ms
    },
    async create(fields: Partial<WebhookCreate> = {}, as = caller): Promise<WireWebhook & { secret: string }> {
      const body = { url: 'https://acme.test/hook', subscribed_events: ['*' as const], ...fields }
      const reply = await routes.createWebhook(
        as,
        { params: undefined, query: undefined, body },
        asking(as, 'webhook.created'),
      )
      if (reply instanceof Replayed || reply.secret === undefined) throw new Error('not the first answer')
      return { ...reply, secret: reply.secret }
    },
    update: (id: string, body: WebhookUpdate, as = caller) =>
      routes.updateWebhook(as, { ...on(id), body }, asking(as, 'webhook.updated', id)),
    get: (id: string, as = caller) => routes.getWebhook(as, on(id)),
    test: (id: string, as = caller) => routes.testWebhook(as, on(id)),
    rotate: (id: string) => routes.rotateWebhookSecret(caller, on(id), asking(caller, 'webhook.secret_rotated', id)),
    remove: (id: string) => routes.deleteWebhook(caller, on(id), asking(caller, 'webhook.deleted', id)),
    replay: (id: string, since: string, as = caller) => routes.replayWebhook(as, { ...on(id), body: { since } }),
    replayOne: (id: string, eventId: string, as = caller) =>
      routes.replayWebhookDelivery(as, { params: { id, event_id: eventId }, query: undefined, body: undefined }),
    list: (id: string, query: DeliveryQuery = {}, as = caller) =>
      routes.listWebhookDeliveries(as, { params: { id }, query, body: undefined }),
    /** Records this many facts, each about its own object. */
    happen: (count: number, as = caller, at = clock()) =>
      database.transaction(tx =>
        record(
          tx,
          Array.from({ length: count }, (_, nth) => ({
            environmentId: as.environmentId,
            type: 'contact.created' as const,
            subjectId: newId(at),
            data: { nth },
            at,
          })),
        ),
      ),
    /** The rows of the table, oldest first. */
    async stored(webhookId: string): Promise<StoredDelivery[]> {
      const { rows } = await sql<StoredDelivery>`
        select position, event_id as "eventId", status, due_at as "dueAt", tries, attempts from webhook_deliveries
        where webhook_id = ${webhookId} order by position`.execute(database.db)
      return rows
    },
    async jobs(task: string): Promise<{ payload: object; runAt: Date }[]> {
      const { rows } = await sql<{ payload: object; runAt: Date }>`
        select payload, due_at as "runAt" from jobs where task = ${task} order by id`.execute(database.db)
      return rows
    },
    result(
      webhookId: string,
      { position, eventId, tries }: StoredDelivery,
      attempt: Partial<WebhookAttempt> & { success: boolean },
      more: Partial<AttemptResult> = {},
    ): AttemptResult {
      return {
        environmentId: caller.environmentId,
        webhookId,
        position,
        eventId,
        expectedTries: tries,
        attempt: { created_at: clock().toISOString(), duration_ms: 3, ...attempt },
        next: attempt.success ? { kind: 'delivered' } : { kind: 'again', inMs: 5_000 },
        ...more,
      }
    },
  }
}

export type WebhookRoom = ReturnType<typeof openWebhookScene>
