/**
 * Reads, restarts and deletes webhook deliveries. Pages are changed by a list of positions: in a self-join by key, PostgreSQL may take the table for
 * small and read it once for each row.
 */
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { asTable, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { withSequence } from '#postgres/event-sequence.ts'
import type { WebhookKey } from './due-store.ts'
import { fromPositionId } from './position-id.ts'
import type { Delivery } from './webhook.ts'

/** Always true; lets PostgreSQL use the two indexes of pending deliveries, which are few among many. */
const inPendingIndexes = sql`and d.due_at is not null and (d.tries = 0 or d.tries > 0)`

/** Newest first. A test has no row in the events, so its data is built here. */
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
        ${before === undefined ? sql`` : sql`and d.position < ${fromPositionId(before)}`}
        ${status === undefined ? sql`` : sql`and d.status = ${status}`}
        ${status === 'pending' ? inPendingIndexes : sql``}
      order by d.position desc
      limit ${limit + 1}
    )`)} d
    left join events e on e.environment_id = d.environment_id and e.subject_id = d.subject_id and e.position = d.position and e.id = d.event_id
    order by d.position desc`.execute(db)
  return rows
}

/** Searches between two positions: there is no index on event ids, and few deliveries lie between them. */
export async function findPosition(
  db: Db,
  { environmentId, webhookId }: WebhookKey,
  eventId: string,
  { after, until }: { after: string; until: string | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ position: string }>`
    select position from webhook_deliveries
    where environment_id = ${environmentId} and webhook_id = ${webhookId} and position > ${after}
      ${until === undefined ? sql`` : sql`and position <= ${until}`} and event_id = ${eventId}
    limit 1`.execute(db)
  return rows[0]?.position
}

/** `last`: where the page ended, to continue after it; null for an empty page. */
export type ReplayPage = { count: number; last: string | null }
export type Replay = { since: Date; limit: number }

/** A delivery can be replayed only this often, because all its attempts are stored and shown. */
export const maxAttempts = 50

/** Failed tests are not replayed: their caller has the answer. */
const isReplayable = sql`type <> 'webhook.test' and jsonb_array_length(attempts) < ${maxAttempts}`
const mayBeReplayed = (since: Date) => sql`created_at >= ${since} and ${isReplayable}`

const restarted = sql`status = 'pending', due_at = now(), tries = 0`
const restart = ({ environmentId, webhookId }: WebhookKey) => sql`
  update webhook_deliveries set ${restarted}
  where environment_id = ${environmentId} and webhook_id = ${webhookId} and position = any (array(select position from page))`

/** Restarts failed deliveries after a position. */
export async function replayFailedPage(
  tx: Tx,
  { environmentId, webhookId }: WebhookKey,
  { since, after, limit }: Replay & { after: string },
): Promise<ReplayPage> {
  const { rows } = await sql<ReplayPage>`
    with page as materialized (
      select position from webhook_deliveries
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and position > ${after} and status = 'failed'
        and ${mayBeReplayed(since)}
      order by position limit ${limit}
    ), replayed as (${restart({ environmentId, webhookId })})
    select count(*)::integer as count, max(position) as last from page`.execute(tx)
  return rows[0] ?? { count: 0, last: null }
}

/** Restarts deliveries that wait for their next attempt, from a due time on. Deliveries that are already due may be in flight. */
export async function replayWaitingPage(
  tx: Tx,
  { environmentId, webhookId }: WebhookKey,
  { since, dueFrom, limit }: Replay & { dueFrom: string },
): Promise<ReplayPage> {
  const { rows } = await sql<ReplayPage>`
    with page as materialized (
      select position, due_at from webhook_deliveries
      where environment_id = ${environmentId} and webhook_id = ${webhookId} and tries > 0
        and due_at > now() and due_at >= ${dueFrom}::timestamptz and ${mayBeReplayed(since)}
      order by due_at limit ${limit}
    ), replayed as (${restart({ environmentId, webhookId })})
    select count(*)::integer as count, max(due_at)::text as last from page`.execute(tx)
  return rows[0] ?? { count: 0, last: null }
}

/** Restarts one delivery, whatever its status. Returns false for one that is due already and may be in flight. */
export async function replayOne(
  tx: Tx,
  { environmentId, webhookId }: WebhookKey,
  { position, eventId }: { position: string; eventId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set ${restarted}
    where environment_id = ${environmentId} and webhook_id = ${webhookId} and position = ${position} and event_id = ${eventId}
      and (due_at is null or due_at > now()) and ${isReplayable}`.execute(tx)
  return numAffectedRows === 1n
}

const names = (keys: readonly WebhookKey[]) => ({
  environment_id: uuids(keys.map(key => key.environmentId)),
  webhook_id: uuids(keys.map(key => key.webhookId)),
})

/** Fails pending deliveries and returns how many: at most `limit` per webhook, both first attempts and retries. */
export async function failWaitingPage(tx: Tx, keys: readonly WebhookKey[], limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with given as (select * from ${asTable(names(keys))}), waiting as (
      select waiting.position from given
      cross join lateral (
        (select position from webhook_deliveries
          where environment_id = given.environment_id and webhook_id = given.webhook_id and due_at is not null
            and tries = 0
          order by position limit ${limit})
        union all
        (select position from webhook_deliveries
          where environment_id = given.environment_id and webhook_id = given.webhook_id and due_at is not null
            and tries > 0
          order by due_at limit ${limit})
      ) as waiting
      limit ${limit}
    )
    update webhook_deliveries d set status = 'failed', due_at = null from given
    where d.environment_id = given.environment_id and d.webhook_id = given.webhook_id and d.due_at is not null
      and d.position = any (array(select position from waiting))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes deliveries of a deleted webhook. */
export async function deleteDeliveriesPage(
  tx: Tx,
  { environmentId, webhookId }: WebhookKey,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries
    where environment_id = ${environmentId} and webhook_id = ${webhookId} and position = any (array(
      select position from webhook_deliveries
      where environment_id = ${environmentId} and webhook_id = ${webhookId} limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The event position at the last mark up to this time; undefined if there is none. */
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

/** The event position at the first mark from this time on. */
export async function positionAfter(db: Db, moment: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('event_marks')
    .select('position')
    .where('at', '>=', moment)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row?.position
}
