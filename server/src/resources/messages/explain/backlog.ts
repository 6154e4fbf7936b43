/** The size of the backlog of all organizations: for the operator. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

export type Backlog = {
  /** Due, and not taken yet. */
  due: number
  /** How long the oldest of them has been due; 0 when nothing is. */
  oldestSeconds: number
  /** Waiting for a later moment: the next attempt, or the end of a pause. */
  later: number
}

export const workKinds = ['email', 'sms', 'fallback', 'webhook', 'sms_callback', 'workflow_run', 'job'] as const
export type WorkKind = (typeof workKinds)[number]

/** Counting stops at `maxCount`, so that reading the backlog adds no load. */
export async function readBacklog(db: Db, kind: WorkKind, maxCount = 100_000): Promise<Backlog> {
  const { rows } = await statements[kind](sql.lit(maxCount)).execute(db)
  const { due = 0, oldestSeconds, later = 0 } = rows[0] ?? {}
  return { due, oldestSeconds: Math.max(0, oldestSeconds ?? 0), later }
}

type Row = { due: number; oldestSeconds: number | null; later: number }

/**
 * The index on due rows leads with the priority, so each priority is queried by itself. The existing priorities are found by
 * skipping from one to the next.
 */
function ofTable(name: string, maxCount: RawBuilder<unknown>): RawBuilder<Row> {
  const open = sql`from ${sql.table(name)} as work where due_at is not null and held_by is null and crashes <= 1`
  const count = (when: RawBuilder<unknown>) => sql`(select count(*)::integer from (
    select from priorities p cross join lateral (
      select ${open} and work.priority = p.priority and ${when} limit ${maxCount}) as each limit ${maxCount}) as counted)`
  return sql<Row>`
    with recursive priorities as (
      (select priority ${open} order by priority limit 1)
      union all
      select (select work.priority ${open} and work.priority > p.priority order by work.priority limit 1)
      from priorities p where p.priority is not null
    )
    select ${count(sql`due_at <= now()`)} as due, ${count(sql`due_at > now()`)} as later,
      (select extract(epoch from now() - min(first.due_at))::float8 from priorities p cross join lateral (
        select due_at ${open} and work.priority = p.priority order by due_at limit 1) as first) as "oldestSeconds"`
}

const webhooksAtMost = sql.lit(10_000)

/**
 * Events for webhooks: those that were never tried are due, others at their time. They are counted by their indexes alone, and
 * the oldest is looked up at the head of each webhook: reading 100,000 rows spread over the table took a second.
 */
const ofWebhooks = (maxCount: RawBuilder<unknown>) => sql<Row>`
  with first as materialized (
    select from webhook_deliveries where due_at is not null and tries = 0 limit ${maxCount}
  ), again as materialized (
    select due_at from webhook_deliveries where due_at is not null and tries > 0 limit ${maxCount}
  ), heads as (
    select head.due_at from (select environment_id, id from webhooks limit ${webhooksAtMost}) as w cross join lateral (
      (select due_at from webhook_deliveries d
        where d.environment_id = w.environment_id and d.webhook_id = w.id and due_at is not null and tries = 0
        order by position limit 1)
      union all
      (select due_at from webhook_deliveries d
        where d.environment_id = w.environment_id and d.webhook_id = w.id and due_at is not null and tries > 0
        order by due_at limit 1)
    ) as head
  )
  select ((select count(*) from first) + (select count(*) from again where due_at <= now()))::integer as due,
    (select count(*)::integer from again where due_at > now()) as later,
    (select extract(epoch from now() - min(due_at))::float8 from heads) as "oldestSeconds"`

/** Messages whose status is not yet reported by callback, counted by their index alone. */
const ofCallbacks = (maxCount: RawBuilder<unknown>) => sql<Row>`
  with left_to_tell as materialized (
    select callback_due_at as due_at from sms_progress
    where callback_tries is not null and callback_told is distinct from status limit ${maxCount}
  )
  select (count(*) filter (where due_at <= now()))::integer as due, (count(*) filter (where due_at > now()))::integer as later,
    extract(epoch from now() - min(due_at))::float8 as "oldestSeconds"
  from left_to_tell`

const statements: Record<WorkKind, (maxCount: RawBuilder<unknown>) => RawBuilder<Row>> = {
  email: maxCount => ofTable('deliveries', maxCount),
  sms: maxCount => ofTable('sms_progress', maxCount),
  fallback: maxCount => ofTable('email_fallbacks', maxCount),
  webhook: ofWebhooks,
  sms_callback: ofCallbacks,
  workflow_run: maxCount => ofTable('workflow_runs', maxCount),
  job: maxCount => ofTable('jobs', maxCount),
}
