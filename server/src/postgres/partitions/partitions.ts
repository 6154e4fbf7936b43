/**
 * Tables partitioned by the time in their row ids (migrations/0024_partitions.sql), so that deleting a month is dropping a table. A partition
 * is named after its table and its first day. The partition "rest" has the rows that belong to no other.
 */
import { type RawBuilder, sql } from 'kysely'
import { idsFrom, timeOf } from '#core/id.ts'
import type { Database, Db, Tx } from '../database.ts'
import { hasSqlState } from '../outages/sql-state.ts'

type Period = 'day' | 'week' | 'month'

export type Partitioned = {
  readonly table: string
  /** The id column that decides the partition. */
  readonly key: string
  readonly every: Period
  /** The fillfactor in percent, for rows that are updated later. */
  readonly fill?: number
}

export const partitioned = {
  emails: { table: 'emails', key: 'id', every: 'month' },
  email_progress: { table: 'email_progress', key: 'email_id', every: 'month' },
  email_tags: { table: 'email_tags', key: 'email_id', every: 'month' },
  deliveries: { table: 'deliveries', key: 'email_id', every: 'month', fill: 70 },
  email_fallbacks: { table: 'email_fallbacks', key: 'email_id', every: 'month', fill: 70 },
  email_bodies: { table: 'email_bodies', key: 'email_id', every: 'week' },
  email_attachments: { table: 'email_attachments', key: 'email_id', every: 'week' },
  email_search: { table: 'email_search', key: 'last_id', every: 'month' },
  email_blocks: { table: 'email_blocks', key: 'last_id', every: 'month' },
  outside_uses: { table: 'outside_uses', key: 'email_id', every: 'week' },
  sms: { table: 'sms', key: 'id', every: 'month' },
  sms_blocks: { table: 'sms_blocks', key: 'last_id', every: 'month' },
  sms_progress: { table: 'sms_progress', key: 'sms_id', every: 'month', fill: 70 },
  events: { table: 'events', key: 'id', every: 'month' },
  contact_events: { table: 'contact_events', key: 'id', every: 'month' },
  webhook_deliveries: { table: 'webhook_deliveries', key: 'event_id', every: 'month', fill: 50 },
  request_log: { table: 'request_log', key: 'id', every: 'day' },
  audit_log: { table: 'audit_log', key: 'id', every: 'month' },
} as const satisfies Record<string, Partitioned>

export const isPartitioned = <T extends Partial<Partitioned>>(one: T): one is T & Partitioned => one.every !== undefined

/** Matches each of these ids. On the partition key it restricts the plan to the partitions of these ids. */
export function isAmong(column: string, ids: readonly string[]): RawBuilder<boolean> {
  if (ids.length === 0) return sql<boolean>`false`
  const { least, most } = endsOf(ids)
  return sql<boolean>`${sql.ref(column)} between ${least}::uuid and ${most}::uuid`
}

function endsOf(ids: readonly string[]): { least: string; most: string } {
  let [least = '', most = ''] = [ids[0], ids[0]]
  for (const id of ids) {
    if (id < least) least = id
    if (id > most) most = id
  }
  return { least, most }
}

/**
 * Matches all ids of the months of these ids, for joins with `asKeys` in tables with monthly partitions. A range from the least to the
 * greatest id would do as well, but PostgreSQL might use it to find the rows: it expects hardly any rows with ids newer than its
 * statistics.
 */
export function isOfMonthsOf(column: string, ids: readonly string[]): RawBuilder<boolean> {
  if (ids.length === 0) return sql<boolean>`false`
  const { least, most } = endsOf(ids)
  const from = idsFrom(startOf('month', timeOf(least), 0))
  const to = idsFrom(startOf('month', timeOf(most), 1))
  return sql<boolean>`${sql.ref(column)} >= ${from}::uuid and ${sql.ref(column)} < ${to}::uuid`
}

/** `from` is inclusive, or null for no lower bound. `to` is exclusive. */
export type Partition = { name: string; from: string | null; to: string }

/** The partitions of all tables, in order, without "rest". */
export const allPartitions = `
  select p.relname as "table", c.relname as name, substring(bound from 'FROM \\(''([^'']+)''\\)') as "from",
    substring(bound from 'TO \\(''([^'']+)''\\)') as "to"
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
  join pg_class p on p.oid = i.inhparent and p.relnamespace = current_schema()::regnamespace
  cross join lateral pg_get_expr(c.relpartbound, c.oid) as bound
  where bound <> 'DEFAULT'
  order by 1, 4`

export async function findPartitions(db: Db, { table }: Partitioned): Promise<Partition[]> {
  const { rows } =
    await sql<PartitionOf>`select * from (${sql.raw(allPartitions)}) as known where "table" = ${table}`.execute(db)
  return rows.map(({ name, from, to }) => ({ name, from, to }))
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

const overlaps = (one: Pick<Partition, 'from' | 'to'>) => (other: Partition) =>
  (other.from ?? beforeAll) < one.to && (one.from ?? beforeAll) < other.to

export type PartitionOf = Partition & { table: string }

/** Makes the partitions that the database of a backup had. */
export async function makeSamePartitions(database: Database, wanted: readonly PartitionOf[]): Promise<void> {
  await database.transaction(async tx => {
    for (const one of Object.values(partitioned)) {
      const known = await findPartitions(tx, one)
      const missing = wanted.filter(({ table, from, to }) => table === one.table && !known.some(overlaps({ from, to })))
      for (const partition of missing) await makePartition(tx, one, partition)
    }
  })
}

/** How many partitions are made ahead of today's. */
const ahead = 2

/**
 * Makes missing partitions for today and the next periods. Usually there is nothing to do, which one query shows. A table that is being read for
 * long, such as by a backup, is left for the next time: "rest" takes its rows until then.
 */
export async function makePartitions(database: Database, now: Date): Promise<string[]> {
  const { rows: known } = await sql<PartitionOf>`${sql.raw(allPartitions)}`.execute(database.db)
  const lacking = Object.values(partitioned).filter(one => missingOf(one, known, now).length > 0)
  const made: string[] = []
  for (const one of lacking)
    made.push(...(await database.transaction(tx => makePartitionsOf(tx, one, now)).catch(noneIfLocked)))
  return made
}

function noneIfLocked(cause: unknown): string[] {
  if (hasSqlState(cause, '55P03')) return []
  throw cause
}

const partitionLock = 7_283_002

async function makePartitionsOf(tx: Tx, one: Partitioned, now: Date): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${partitionLock})`.execute(tx)
  const { rows: known } = await sql<PartitionOf>`${sql.raw(allPartitions)}`.execute(tx)
  const made: string[] = []
  for (const partition of missingOf(one, known, now)) made.push(await makePartition(tx, one, partition))
  return made
}

function missingOf({ table, every }: Partitioned, known: readonly PartitionOf[], now: Date): Partition[] {
  const ofTable = known.filter(other => other.table === table)
  const wanted = Array.from({ length: ahead + 1 }, (_, nth) => {
    const start = startOf(every, now, nth)
    return { name: `${table}_${dayOf(start)}`, from: idsFrom(start), to: idsFrom(startOf(every, now, nth + 1)) }
  })
  return wanted.filter(one => !ofTable.some(overlaps(one)))
}

/** Others wait for as long as we wait for a lock. */
export const shortLockWait = sql`set local lock_timeout = '500ms'`

/**
 * Creates the table first and then attaches it, which does not wait for users of other partitions. Rows of its period move there from "rest", which
 * is locked first: PostgreSQL refuses to attach the partition if a row of its period is written to "rest" meanwhile.
 */
async function makePartition(
  tx: Tx,
  { table, key, fill = 100 }: Partitioned,
  { name, from, to }: Partition,
): Promise<string> {
  const [parent, own, rest, column] = [sql.id(table), sql.id(name), sql.id(`${table}_rest`), sql.id(key)]
  await sql`create table ${own} (like ${parent} including all) with (fillfactor = ${sql.lit(fill)})`.execute(tx)
  await shortLockWait.execute(tx)
  await sql`lock table ${rest} in access exclusive mode`.execute(tx)
  await sql`
    with moved as (delete from ${rest} where ${column} >= ${from ?? beforeAll} and ${column} < ${to} returning *)
    insert into ${own} select * from moved`.execute(tx)
  await sql`alter table ${parent} attach partition ${own} for values from (${from === null ? sql`minvalue` : sql.lit(from)}) to (${sql.lit(to)})`.execute(
    tx,
  )
  return name
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10).replaceAll('-', '')

/** The start of the period `later` periods after the current one, in UTC. Weeks begin on Monday. */
export function startOf(period: Period, now: Date, later: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  if (period === 'month') return new Date(Date.UTC(year, month + later, 1))
  if (period === 'day') return new Date(Date.UTC(year, month, day + later))
  return new Date(Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7) + 7 * later))
}
