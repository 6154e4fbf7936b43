/** Who sends to a webhook, and what there is to send. Every moment is the database's. */
import type { EventName } from '@posthorn/contract/events'
import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import { withSequence } from '#postgres/event-sequence.ts'

export type WebhookKey = { environmentId: string; webhookId: string }

export type HeldWebhook = WebhookKey & {
  url: string
  secret: Buffer
  oldSecret: Buffer | null
  oldSecretUntil: Date | null
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

/** Undefined when another worker has it, or when nothing is to be sent to it. */
export async function holdWebhook(
  db: Db,
  { environmentId, webhookId }: WebhookKey,
  holder: string,
  forMs: number,
): Promise<HeldWebhook | undefined> {
  const { rows } = await sql<HeldWebhook>`
    update webhooks set held_by = ${holder}, held_until = now() + make_interval(secs => ${forMs / 1000})
    where environment_id = ${environmentId} and id = ${webhookId} and status = 'active'
      and (held_by is null or held_by = ${holder} or held_until < now())
    returning environment_id as "environmentId", id as "webhookId", url, secret, old_secret as "oldSecret",
      old_secret_until as "oldSecretUntil"`.execute(db)
  return rows[0]
}

export async function findHeld(
  db: Db,
  { environmentId, webhookId }: WebhookKey,
  holder: string,
): Promise<HeldWebhook | undefined> {
  const { rows } = await sql<HeldWebhook>`
    select environment_id as "environmentId", id as "webhookId", url, secret, old_secret as "oldSecret",
      old_secret_until as "oldSecretUntil"
    from webhooks
    where environment_id = ${environmentId} and id = ${webhookId} and status = 'active' and held_by = ${holder}`.execute(
    db,
  )
  return rows[0]
}

const names = (keys: readonly WebhookKey[]) =>
  sql`${keys.map(key => key.environmentId)}::uuid[], ${keys.map(key => key.webhookId)}::uuid[]`

/** Keeps them for as long again, and says what they are like now. Those that are not returned are held no more. */
export async function renewHolds(
  db: Db,
  keys: readonly WebhookKey[],
  holder: string,
  forMs: number,
): Promise<HeldWebhook[]> {
  const { rows } = await sql<HeldWebhook>`
    update webhooks w set held_until = now() + make_interval(secs => ${forMs / 1000})
    from (
      select held.environment_id, held.id from webhooks held
      join unnest(${names(keys)}) as wanted (environment_id, id) using (environment_id, id)
      where held.held_by = ${holder} and held.status = 'active'
      order by held.environment_id, held.id for update of held
    ) as mine
    where w.environment_id = mine.environment_id and w.id = mine.id
    returning w.environment_id as "environmentId", w.id as "webhookId", w.url, w.secret, w.old_secret as "oldSecret",
      w.old_secret_until as "oldSecretUntil"`.execute(db)
  return rows
}

/**
 * What they are like now, and whether something new has come behind the position that was seen last. Those that are not returned
 * are held no more.
 */
export async function watchHolds(
  db: Db,
  held: readonly (WebhookKey & { seen: string })[],
  holder: string,
): Promise<(HeldWebhook & { hasNew: boolean })[]> {
  const { rows } = await sql<HeldWebhook & { hasNew: boolean }>`
    select w.environment_id as "environmentId", w.id as "webhookId", w.url, w.secret, w.old_secret as "oldSecret",
      w.old_secret_until as "oldSecretUntil", exists (
        select from webhook_deliveries d
        where d.environment_id = w.environment_id and d.webhook_id = w.id and d.due_at is not null and d.tries = 0
          and d.position > wanted.seen
      ) as "hasNew"
    from webhooks w
    join unnest(${names(held)}, ${held.map(({ seen }) => seen)}::bigint[]) as wanted (environment_id, id, seen)
      using (environment_id, id)
    where w.held_by = ${holder} and w.status = 'active'`.execute(db)
  return rows
}

export async function findHolders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`
    select distinct held_by as holder from webhooks where held_by is not null`.execute(db)
  return rows.map(({ holder }) => holder)
}

/** Of workers that have ended. In one order, like all who lock several. */
export async function releaseHoldsOf(db: Db, holders: readonly string[]): Promise<void> {
  await sql`
    update webhooks w set held_by = null, held_until = null
    from (
      select environment_id, id from webhooks where held_by = any (${holders}::text[])
      order by environment_id, id for no key update
    ) as theirs
    where w.environment_id = theirs.environment_id and w.id = theirs.id and w.held_by = any (${holders}::text[])`.execute(
    db,
  )
}

export async function releaseHold(db: Db, { environmentId, webhookId }: WebhookKey, holder: string): Promise<void> {
  await sql`
    update webhooks set held_by = null, held_until = null
    where environment_id = ${environmentId} and id = ${webhookId} and held_by = ${holder}`.execute(db)
}

/** First attempts in the order of the events, and others that are due, without those that are in hand. */
export async function findDueDeliveries(
  db: Db,
  { environmentId, webhookId }: WebhookKey,
  inHand: readonly string[],
  most: { first: number; again: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select d.position, d.event_id as "eventId", d.subject_id as "subjectId", d.type, d.created_at as "createdAt", d.tries,
      d.sequence, coalesce(e.data, '{}') as data
    from ${withSequence(sql`(
      (select * from webhook_deliveries
        where environment_id = ${environmentId} and webhook_id = ${webhookId} and due_at is not null and tries = 0
          and position <> all (${inHand}::bigint[])
        order by position limit ${most.first})
      union all
      (select * from webhook_deliveries
        where environment_id = ${environmentId} and webhook_id = ${webhookId} and due_at is not null and tries > 0
          and due_at <= now() and position <> all (${inHand}::bigint[])
        order by due_at limit ${most.again})
    )`)} d
    left join events e
      on e.environment_id = d.environment_id and e.subject_id = d.subject_id and e.position = d.position
    order by d.position`.execute(db)
  return rows
}

/** Milliseconds until something is due, 0 when something is; undefined when nothing waits. */
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

/** Webhooks that nobody sends to although something is due: a worker has ended, or a pause has. */
export async function findForgottenWebhooks(db: Db, limit: number): Promise<WebhookKey[]> {
  const { rows } = await sql<WebhookKey>`
    select w.environment_id as "environmentId", w.id as "webhookId" from webhooks w
    where w.status = 'active' and (w.held_by is null or w.held_until < now())
      and (exists (
        select from webhook_deliveries d
        where d.environment_id = w.environment_id and d.webhook_id = w.id and d.due_at is not null and d.tries = 0
      ) or exists (
        select from webhook_deliveries d
        where d.environment_id = w.environment_id and d.webhook_id = w.id and d.due_at is not null and d.tries > 0
          and d.due_at <= now()
      ))
    limit ${limit}`.execute(db)
  return rows
}
