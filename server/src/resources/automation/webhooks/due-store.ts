/** The webhooks that workers hold, and their due deliveries. All times are by the database's clock. */
import type { EventName } from '@posthorn/contract/event-names'
import { sql } from 'kysely'
import { type Held, isHeld, type WorkTable } from '#engine/work-table.ts'
import { asTable, bigints, integers, uuids } from '#postgres/arrays/as-table.ts'
import type { Db } from '#postgres/database.ts'
import { withSequence } from '#postgres/event-sequence.ts'

export type WebhookKey = { environmentId: string; webhookId: string }

/** A delivery is due: a first attempt, or a retry whose pause is over. */
const hasDue = sql<boolean>`(exists (
    select from webhook_deliveries d
    where d.environment_id = work.environment_id and d.webhook_id = work.id and d.due_at is not null and d.tries = 0
  ) or exists (
    select from webhook_deliveries d
    where d.environment_id = work.environment_id and d.webhook_id = work.id and d.due_at is not null and d.tries > 0
      and d.due_at <= now()
  ))`

/** Priorities: webhooks with a success and no failure since, and all others. */
export const proven = 0
export const unproven = 1

export const webhookTable: WorkTable = {
  name: 'webhooks',
  key: ['environment_id', 'id'],
  priorities: [proven, unproven],
  isDue: sql<boolean>`work.status = 'active' and (work.due_at is null or work.due_at <= now()) and ${hasDue}`,
}

export type HeldWebhook = WebhookKey & {
  url: string
  secret: Buffer
  oldSecret: Buffer | null
  oldSecretUntil: Date | null
}

export type TakenWebhook = Held & HeldWebhook

export const webhookColumns = sql`work.environment_id as "environmentId", work.id as "webhookId", work.url, work.secret,
  work.old_secret as "oldSecret", work.old_secret_until as "oldSecretUntil"`

/** The name of the row of work. */
export const nameOf = ({ environmentId, webhookId }: WebhookKey): string => `${environmentId} ${webhookId}`

export function isNamed(names: readonly string[]) {
  const keys = names.map(name => name.split(' '))
  return sql<boolean>`(work.environment_id, work.id) in (
    select * from unnest(${keys.map(([environmentId]) => environmentId)}::uuid[], ${keys.map(([, id]) => id)}::uuid[]))`
}

export type DueDelivery = {
  position: string
  eventId: string
  subjectId: string
  type: EventName
  createdAt: Date
  sequence: number
  tries: number
  data: Record<string, unknown>
}

export type Holding = WebhookKey & { token: number }

/** The webhook's current state; undefined when this worker no longer holds it. */
export async function findHeld(db: Db, { environmentId, webhookId, token }: Holding): Promise<HeldWebhook | undefined> {
  const { rows } = await sql<HeldWebhook>`
    select ${webhookColumns} from webhooks as work
    where environment_id = ${environmentId} and id = ${webhookId} and status = 'active' and held_by is not null
      and token = ${token}`.execute(db)
  return rows[0]
}

const names = (keys: readonly WebhookKey[]) => ({
  environment_id: uuids(keys.map(key => key.environmentId)),
  id: uuids(keys.map(key => key.webhookId)),
})

/** The current state of held webhooks, and whether there are deliveries after the last seen position. Webhooks that are not returned are no longer held. */
export async function watchHeld(
  db: Db,
  held: readonly (Holding & { seen: string })[],
): Promise<(HeldWebhook & { hasNew: boolean })[]> {
  const { rows } = await sql<HeldWebhook & { hasNew: boolean }>`
    select ${webhookColumns}, exists (
        select from webhook_deliveries d
        where d.environment_id = work.environment_id and d.webhook_id = work.id and d.due_at is not null and d.tries = 0
          and d.position > wanted.seen
      ) as "hasNew"
    from webhooks as work
    join ${asTable(
      {
        ...names(held),
        token: integers(held.map(({ token }) => token)),
        seen: bigints(held.map(({ seen }) => seen)),
      },
      'wanted',
    )} using (environment_id, id)
    where ${isHeld('work')} and work.token = wanted.token and work.status = 'active'`.execute(db)
  return rows
}

/**
 * Releases a served webhook and resets its crash count: crashes of its workers were not its fault. It queues behind all that have waited longer, and
 * no worker takes it before `inMs`.
 */
export async function releaseWebhook(
  db: Db,
  { environmentId, webhookId, token }: Holding,
  inMs: number | null,
): Promise<void> {
  await sql`
    update webhooks set held_by = null, crashes = 0, due_at = now() + make_interval(secs => ${inMs ?? 0}::float8 / 1000)
    where environment_id = ${environmentId} and id = ${webhookId} and held_by is not null and token = ${token}`.execute(
    db,
  )
}

/** First attempts in event order, and due retries, without those already taken. */
export async function findDueDeliveries(
  db: Db,
  { environmentId, webhookId }: WebhookKey,
  taken: readonly string[],
  max: { first: number; again: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select d.position, d.event_id as "eventId", d.subject_id as "subjectId", d.type, d.created_at as "createdAt", d.tries,
      d.sequence, coalesce(e.data, '{}') as data
    from ${withSequence(sql`(
      (select * from webhook_deliveries
        where environment_id = ${environmentId} and webhook_id = ${webhookId} and due_at is not null and tries = 0
          and position <> all (${taken}::bigint[])
        order by position limit ${max.first})
      union all
      (select * from webhook_deliveries
        where environment_id = ${environmentId} and webhook_id = ${webhookId} and due_at is not null and tries > 0
          and due_at <= now() and position <> all (${taken}::bigint[])
        order by due_at limit ${max.again})
    )`)} d
    left join events e
      on e.environment_id = d.environment_id and e.subject_id = d.subject_id and e.position = d.position and e.id = d.event_id
    order by d.position`.execute(db)
  return rows
}

/** Milliseconds until the next delivery is due, 0 when one is due now; undefined when none is pending. */
export async function dueInMs(db: Db, { environmentId, webhookId }: WebhookKey): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select least(
      (select 0 from webhook_deliveries
        where environment_id = ${environmentId} and webhook_id = ${webhookId} and due_at is not null and tries = 0
        limit 1),
      (select greatest(0, extract(epoch from due_at - now()) * 1000)::float8 from webhook_deliveries
        where environment_id = ${environmentId} and webhook_id = ${webhookId} and due_at is not null and tries > 0
        order by due_at limit 1)
    ) as ms`.execute(db)
  return rows[0]?.ms ?? undefined
}
