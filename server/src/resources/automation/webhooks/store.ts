/**
 * The table of webhooks. Transactions that change a webhook and its deliveries lock the webhook first. This avoids deadlocks, and the webhook's state
 * stays valid for its deliveries until the transaction ends.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import { type HeldWebhook, unproven, type WebhookKey } from './due-store.ts'
import type { Webhook, WebhookFields, WebhookStatus } from './webhook.ts'

const columns = [
  'id',
  'url',
  'subscribed_events as subscribedEvents',
  // The table has a check constraint.
  sql<WebhookStatus>`status`.as('status'),
  'nickname',
  sql<number>`success_count::float8`.as('successCount'),
  sql<number>`failure_count::float8`.as('failureCount'),
  'last_delivery_at as lastDeliveryAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export const insertWebhook = (
  tx: Tx,
  { environmentId, webhookId }: WebhookKey,
  fields: WebhookFields,
  secret: Buffer,
  at: Date,
): Promise<Webhook> =>
  tx
    .insertInto('webhooks')
    .values({
      environment_id: environmentId,
      id: webhookId,
      url: fields.url,
      subscribed_events: fields.subscribedEvents,
      status: fields.status,
      nickname: fields.nickname,
      secret,
      priority: unproven,
      due_at: sql<Date>`now()`,
      created_at: at,
      updated_at: at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export async function countWebhooks(tx: Tx, environmentId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('environment_id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const listWebhooks = (db: Db, environmentId: string): Promise<Webhook[]> =>
  db.selectFrom('webhooks').select(columns).where('environment_id', '=', environmentId).orderBy('id', 'desc').execute()

const one = (db: Db, { environmentId, webhookId }: WebhookKey) =>
  db.selectFrom('webhooks').where('environment_id', '=', environmentId).where('id', '=', webhookId)

export const findWebhook = (db: Db, key: WebhookKey): Promise<Webhook | undefined> =>
  one(db, key).select(columns).executeTakeFirst()

export const lockWebhook = (tx: Tx, key: WebhookKey): Promise<Webhook | undefined> =>
  one(tx, key).select(columns).forNoKeyUpdate().executeTakeFirst()

/** The URL and the secrets to sign with. */
export const findTarget = (db: Db, key: WebhookKey): Promise<HeldWebhook | undefined> =>
  one(db, key)
    .select([
      'environment_id as environmentId',
      'id as webhookId',
      'url',
      'secret',
      'old_secret as oldSecret',
      'old_secret_until as oldSecretUntil',
    ])
    .executeTakeFirst()

const change = (tx: Tx, { environmentId, webhookId }: WebhookKey) =>
  tx.updateTable('webhooks').where('environment_id', '=', environmentId).where('id', '=', webhookId)

/** `startsAnew` clears its failures so far. */
export const updateWebhook = (
  tx: Tx,
  key: WebhookKey,
  fields: WebhookFields,
  at: Date,
  { startsAnew }: { startsAnew: boolean },
): Promise<Webhook> =>
  change(tx, key)
    .set({
      url: fields.url,
      subscribed_events: fields.subscribedEvents,
      status: fields.status,
      nickname: fields.nickname,
      updated_at: at,
      ...(startsAnew && { failing_since: null }),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const replaceSecret = (
  tx: Tx,
  key: WebhookKey,
  secret: Buffer,
  oldUntil: Date,
  at: Date,
): Promise<Webhook | undefined> =>
  change(tx, key)
    .set(row => ({ old_secret: row.ref('secret'), old_secret_until: oldUntil, secret, updated_at: at }))
    .returning(columns)
    .executeTakeFirst()

export async function deleteWebhook(tx: Tx, { environmentId, webhookId }: WebhookKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks')
    .where('environment_id', '=', environmentId)
    .where('id', '=', webhookId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const findSealedSecrets = (db: Db, limit: number): Promise<(WebhookKey & { secret: Buffer })[]> =>
  db
    .selectFrom('webhooks')
    .select(['environment_id as environmentId', 'id as webhookId', 'secret'])
    .where('status', '=', 'active')
    .orderBy('environment_id')
    .orderBy('id')
    .limit(limit)
    .execute()
