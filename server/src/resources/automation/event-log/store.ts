import { sql } from 'kysely'
import { asTable, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { withSequence } from '#postgres/event-sequence.ts'
import type { EventPosition } from './event-position.ts'

export type EventRow = {
  id: string
  type: string
  data: object
  createdAt: Date
  sequence: number
  position: string
  xact: string
}

/** The oldest transaction still running, and the last position assigned by then or slightly later. */
const here = sql`select pg_snapshot_xmin(pg_current_snapshot()) as horizon, last_value as position from events_position_seq`

type Snapshot = { horizon: string; lastPosition: string }

/** After everything that is readable now, before everything that is not readable yet. */
const toPlace = ({ horizon, lastPosition }: Snapshot): EventPosition => ({
  xact: BigInt(horizon) - 1n,
  position: BigInt(lastPosition),
})

/**
 * The readable events after a position: no running transaction can still insert one between them. For events whose order was repaired (see
 * repair.ts), only the sequence position counts. Events older than 30 days are skipped by the marks, and by their time where the marks are too
 * coarse.
 */
export async function findEvents(
  db: Db,
  environmentId: string,
  { xact, position }: EventPosition,
  limit: number,
): Promise<{ rows: EventRow[]; here: EventPosition }> {
  const { rows } = await sql<Snapshot & (EventRow | { id: null })>`
    with here as materialized (${here})
    select here.horizon::text, here.position::text as "lastPosition",
      e.id, e.type, e.data, e.created_at as "createdAt", e.sequence, e.position::text, e.xact::text
    from here left join lateral ${withSequence(sql`(
      select environment_id, subject_id, id, type, data, created_at, position, xact from events
      where environment_id = ${environmentId}
        and (xact, position) > (
          select xact, position from (
            select
              case when ${position}::bigint <= (select max(position) from event_marks where xact = '3')
                then '3'::xid8 else ${xact}::text::xid8 end,
              ${position}::bigint
            union all
            (select xact, position from event_marks where at <= now() - interval '30 days' order by at desc limit 1)
          ) as known (xact, position) order by xact desc, position desc limit 1
        )
        and xact < here.horizon
        and created_at > now() - interval '30 days'
      order by xact, position limit ${limit}
    )`)} e on true
    order by e.xact, e.position`.execute(db)
  const [first] = rows
  if (!first) throw new Error('the query for the current position returned no row')
  return { rows: rows.filter(row => row.id !== null), here: toPlace(first) }
}

/** The position after everything that is readable now. */
export async function findCurrentPosition(db: Db): Promise<EventPosition> {
  const { rows } = await sql<Snapshot>`
    with here as (${here}) select horizon::text, position::text as "lastPosition" from here`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query for the current position returned no row')
  return toPlace(row)
}

/** The newest readable event of each environment. */
export async function findNewest(db: Db, environmentIds: readonly string[]): Promise<Map<string, EventPosition>> {
  const { rows } = await sql<{ environmentId: string; xact: string; position: string }>`
    select asked.id as "environmentId", newest.xact::text, newest.position::text
    from ${asTable({ id: uuids(environmentIds) }, 'asked')}
    cross join lateral (
      select xact, position from events
      where environment_id = asked.id and xact < pg_snapshot_xmin(pg_current_snapshot())
      order by xact desc, position desc limit 1
    ) newest`.execute(db)
  return new Map(
    rows.map(row => [row.environmentId, { xact: BigInt(row.xact), position: BigInt(row.position) }] as const),
  )
}

/** Spans all environments: this is housekeeping, not a request. */
export async function insertMark(tx: Tx): Promise<void> {
  await sql`
    insert into event_marks (at, xact, position) select now(), here.horizon, here.position from (${here}) here
    on conflict do nothing`.execute(tx)
}

export async function deleteOldMarks(tx: Tx): Promise<void> {
  await sql`delete from event_marks where at < now() - interval '40 days'`.execute(tx)
}

/** True when an event was written by a transaction that this cluster has not seen. */
export async function findForeignOrder(db: Db): Promise<boolean> {
  const { rows } = await sql<{ foreign: boolean }>`
    select exists (
      select from environments cross join lateral (
        select xact from events where environment_id = environments.id order by xact desc, position desc limit 1
      ) newest
      where newest.xact >= pg_snapshot_xmax(pg_current_snapshot())
    ) as foreign`.execute(db)
  return rows[0]?.foreign ?? false
}

/** Blocks event inserts until the transaction ends. */
export async function lockEvents(tx: Tx): Promise<void> {
  await sql`lock table events in share row exclusive mode`.execute(tx)
}

/** '3' is older than every transaction of any cluster. */
export async function orderByPosition(tx: Tx): Promise<void> {
  await sql`update events set xact = '3' where xact <> '3'`.execute(tx)
  await sql`update event_marks set xact = '3'`.execute(tx)
  await sql`
    insert into event_marks (at, xact, position) select now(), '3', last_value from events_position_seq
    on conflict (at) do update set xact = '3', position = excluded.position`.execute(tx)
}
