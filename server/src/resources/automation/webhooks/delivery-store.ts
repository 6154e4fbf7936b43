/**
 * The table of deliveries, for those who read it, begin it again or clear it away. Pages of it are changed by ctid: joined to
 * itself by its key, a table that PostgreSQL takes for small is read once for each row.
 */
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { asTable, uuids } from '#postgres/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { withSequence } from '#postgres/event-sequence.ts'
import type { WebhookKey } from './due-store.ts'
import { positionAt } from './place.ts'
import type { Delivery } from './webhook.ts'

/** Two words that change nothing, and let the two indexes be used: few wait among many that do not. */
const inTheIndexesOfWhatWaits = sql`and d.due_at is not null and (d.tries = 0 or d.tries > 0)`

/** Newest first. A test is no event of anybody's object: what it says is made here. */
export async function listDeliveries(
  db: Db,
  { environmentId, webhookId }: WebhookKey,
  { limit, before }: PageRequest,
  { status }: { status: string | undefined },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select d.position, d.event_id as "eventId", d.type, d.created_at as "createdAt", d.status, d.due_at as "dueAt",
      d.attempts, d.sequence, coalesce(e.data, case d.type
        when 'webhook.test' then jsonb_build_object('webhook_id', d.webhook_id) else '{}' end) as data
    from ${withSequence(sql`(
      select * from webhook_deliveries d
      where d.environment_id = ${environmentId} and d.webhook_id = ${webhookId}
        ${before === undefined ? sql`` : sql`and d.position < ${positionAt(before)}`}
        ${status === undefined ? sql`` : sql`and d.status = ${status}`}
        ${status === 'pending' ? inTheIndexesOfWhatWaits : sql``}
      order by d.position desc
      limit ${limit + 1}
    )`)} d
    left join events e on e.environment_id = d.environment_id and e.subject_id = d.subject_id and e.position = d.position
    order by d.position desc`.execute(db)
  return rows
}

export type ReplayPage = { count: number; last: string | null }

/** A delivery is begun again only so often: all its attempts are kept and shown. */
const maxAttempts = 50

/**
 * Begins again what has not been delivered, behind a position, unless it is due already: it may be on the wire. A test that
 * failed stays as it is: its caller has the answer.
 */
export async function replayPage(
  tx: Tx,
  { environmentId, webhookId }: WebhookKey,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<ReplayPage> {
  const { rows } = await sql<ReplayPage>`
    with replayed as (
      update webhook_deliveries set status = 'pending', due_at = now(), tries = 0
      where ctid = any(array(
        select ctid from webhook_deliveries
        where environment_id = ${environmentId} and webhook_id = ${webhookId} and position > ${after}
          and status <> 'delivered' and type <> 'webhook.test' and created_at >= ${since}
          and (due_at is null or due_at > now()) and jsonb_array_length(attempts) < ${maxAttempts}
        order by position limit ${limit}
      ))
      returning position
    )
    select count(*)::integer as count, max(position) as last from replayed`.execute(tx)
  return rows[0] ?? { count: 0, last: null }
}

const names = (keys: readonly WebhookKey[]) => ({
  environment_id: uuids(keys.map(key => key.environmentId)),
  webhook_id: uuids(keys.map(key => key.webhookId)),
})

/** Gives up deliveries that still wait, and says of how many. */
export async function failWaitingPage(tx: Tx, keys: readonly WebhookKey[], limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set status = 'failed', due_at = null
    where ctid = any(array(
      select waiting.ctid
      from ${asTable(names(keys))}
      cross join lateral (
        (select ctid from webhook_deliveries
          where environment_id = given.environment_id and webhook_id = given.webhook_id and due_at is not null
            and tries = 0
          order by position limit ${limit})
        union all
        (select ctid from webhook_deliveries
          where environment_id = given.environment_id and webhook_id = given.webhook_id and due_at is not null
            and tries > 0
          order by due_at limit ${limit})
      ) as waiting
      limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Of a webhook that is no more. */
export async function deleteDeliveriesPage(
  tx: Tx,
  { environmentId, webhookId }: WebhookKey,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where ctid = any(array(
      select ctid from webhook_deliveries
      where environment_id = ${environmentId} and webhook_id = ${webhookId} limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Where the events stood at this moment; undefined when nobody has noted it. */
export async function positionBefore(db: Db, moment: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('event_marks')
    .select('position')
    .where('at', '<=', moment)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position
}

/** What has come to its end, up to a position. Of every organization: this is housekeeping, nobody's request. */
export async function deleteSettledPage(tx: Tx, position: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where ctid = any(array(
      select old.ctid
      from webhooks w
      cross join lateral (
        select ctid from webhook_deliveries
        where environment_id = w.environment_id and webhook_id = w.id and position <= ${position} and status <> 'pending'
        order by position limit ${limit}
      ) as old
      limit ${limit}
    )) and status <> 'pending'`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
