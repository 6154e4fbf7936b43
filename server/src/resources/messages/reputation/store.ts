import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import { sql } from 'kysely'
import { asTable, integers, moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { SummedTable } from '#postgres/partitions/summed-table.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { Rates, Rules } from './rates.ts'

export const receiverStats: SummedTable = {
  name: 'receiver_stats',
  key: ['environment_id', 'domain', 'receiver', 'message_stream', 'hour'],
  figures: ['sent', 'bounced', 'complained'],
}

export type StatsRow = Rates & {
  environmentId: string
  domain: string
  receiver: string
  messageStream: MessageStream
  hour: Date
}

export async function insertReceiverStats(tx: Tx, rows: readonly StatsRow[]): Promise<void> {
  await plannedOnce`
    insert into receiver_stats (environment_id, domain, receiver, message_stream, hour, sent, bounced, complained)
    select * from ${asTable({
      environment_id: uuids(rows.map(row => row.environmentId)),
      domain: texts(rows.map(row => row.domain)),
      receiver: texts(rows.map(row => row.receiver)),
      message_stream: texts(rows.map(row => row.messageStream)),
      hour: moments(rows.map(row => row.hour)),
      sent: integers(rows.map(row => row.sent)),
      bounced: integers(rows.map(row => row.bounced)),
      complained: integers(rows.map(row => row.complained)),
    })}`.execute(tx)
}

const sums = sql`sum(sent)::float8 as sent, sum(bounced)::float8 as bounced, sum(complained)::float8 as complained`

export type ReceiverRates = Rates & { domain: string; receiver: string; messageStream: MessageStream }

const rowsAtMost = 1_000

/** By domain and receiver, most mail first. */
export async function findReceiverRates(
  db: Db,
  environmentId: string,
  { from, until }: { from: Date; until: Date },
): Promise<ReceiverRates[]> {
  const { rows } = await sql<ReceiverRates>`
    select domain, receiver, message_stream as "messageStream", ${sums} from receiver_stats
    where environment_id = ${environmentId} and hour >= ${from} and hour < ${until}
    group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${rowsAtMost}`.execute(db)
  return rows
}

export async function deleteReceiverStats(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from receiver_stats where ctid = any (array(
      select ctid from receiver_stats where hour < ${before} limit ${limit} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export type Broadcasts = Rates & Rules & { environmentId: string; domain: string }

/** For all domains whose broadcasts are not paused: the figures since then, or since somebody resumed them. */
export async function findBroadcasts(db: Db, since: Date, atLeast: Omit<Rates, 'sent'>): Promise<Broadcasts[]> {
  const { rows } = await sql<Broadcasts>`
    select stats.environment_id as "environmentId", stats.domain, ${sums},
      organizations.max_bounce_percent as "maxBouncePercent",
      organizations.max_complaint_percent as "maxComplaintPercent"
    from receiver_stats stats
    join environments on environments.id = stats.environment_id
    join organizations on organizations.id = environments.organization_id
    left join broadcast_pauses pauses on pauses.environment_id = stats.environment_id and pauses.domain = stats.domain
    where stats.hour >= ${since} and stats.message_stream = 'broadcast'
      and (pauses.domain is null or stats.hour > pauses.resumed_at)
    group by stats.environment_id, stats.domain, organizations.id
    having sum(bounced) >= ${atLeast.bounced} or sum(complained) >= ${atLeast.complained}`.execute(db)
  return rows
}

export type Pause = { environmentId: string; domain: string; id: string; reason: string; pausedAt: Date }

/** Returns false when they are already paused. */
export async function insertPause(tx: Tx, { environmentId, domain, id, reason, pausedAt }: Pause): Promise<boolean> {
  const { rows } = await sql`
    insert into broadcast_pauses as known (environment_id, domain, id, reason, paused_at)
    values (${environmentId}, ${domain}, ${id}, ${reason}, ${pausedAt})
    on conflict (environment_id, domain) do update
      set id = excluded.id, reason = excluded.reason, paused_at = excluded.paused_at, resumed_at = null
      where known.resumed_at is not null
    returning 1`.execute(tx)
  return rows.length > 0
}

const pauseColumns = sql`environment_id as "environmentId", domain, id, reason, paused_at as "pausedAt"`

export async function findPauses(db: Db, environmentId: string): Promise<Pause[]> {
  const { rows } = await sql<Pause>`
    select ${pauseColumns} from broadcast_pauses
    where environment_id = ${environmentId} and resumed_at is null order by paused_at, domain`.execute(db)
  return rows
}

/** The pause that this ends; undefined when there is none. */
export async function endPause(
  tx: Tx,
  environmentId: string,
  which: { domain: string } | { id: string },
  at: Date,
): Promise<Pause | undefined> {
  const isIt = 'id' in which ? sql`id = ${which.id}` : sql`domain = ${which.domain.toLowerCase()}`
  const { rows } = await sql<Pause>`
    update broadcast_pauses set resumed_at = ${at}
    where environment_id = ${environmentId} and ${isIt} and resumed_at is null
    returning ${pauseColumns}`.execute(tx)
  return rows[0]
}
