import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { Database, Db, Tx } from '#postgres/database.ts'
import { type Partition, type Partitioned, shortLockWait } from '#postgres/partitions/partitions.ts'
import { openIds } from './open-store.ts'
import type { KeptTable, Retention, Subject } from './retention.ts'

export type EnvironmentRow = {
  environmentId: string
  mode: Mode
  /** Null when it was never set. */
  told: Retention | null
}

const rows = sql`
  select e.id as "environmentId", e.mode, case when r.environment_id is not null then
    json_build_object('bodies', r.bodies_days, 'events', r.events_days, 'messages', r.messages_days) end as told
  from environments e left join retention r on r.environment_id = e.id`

export async function findAll(db: Db): Promise<EnvironmentRow[]> {
  return (await sql<EnvironmentRow>`${rows}`.execute(db)).rows
}

export async function findOne(db: Db, environmentId: string): Promise<EnvironmentRow> {
  const [row] = (await sql<EnvironmentRow>`${rows} where e.id = ${environmentId}`.execute(db)).rows
  if (!row) throw new Error('a caller has an environment')
  return row
}

export async function upsert(tx: Tx, environmentId: string, { bodies, events, messages }: Retention): Promise<void> {
  const days = { bodies_days: bodies, events_days: events, messages_days: messages }
  await tx
    .insertInto('retention')
    .values({ environment_id: environmentId, ...days })
    .onConflict(conflict => conflict.column('environment_id').doUpdateSet(days))
    .execute()
}

/** The time here or in the database, whichever is earlier: one clock that is wrong must not delete what is not old. */
export async function earlierTime(db: Db, here: Date): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select least(${here}::timestamptz, now()) as time`.execute(db)
  return rows[0]?.time ?? here
}

/**
 * Detaches a partition and moves its open rows to the rest. The table is dropped after it is detached, so that deleting the files of a
 * large table makes nobody wait. Without its lock it is tried again the next time.
 */
export async function dropPartition(
  database: Database,
  { table, key, subject }: Partitioned & { subject?: Subject },
  { name, to }: Partition,
): Promise<void> {
  const [parent, own] = [sql.id(table), sql.id(name)]
  await database.transaction(async tx => {
    await shortLockWait.execute(tx)
    await sql`lock table ${parent} in access exclusive mode`.execute(tx)
    const open = subject ? sql`array(${openIds(subject, to)})` : sql`'{}'::uuid[]`
    const { rows } = await sql<{ open: string[] }>`select ${open} as open`.execute(tx)
    await sql`alter table ${parent} detach partition ${own}`.execute(tx)
    if (rows[0]?.open.length === 0) return
    await sql`insert into ${parent} select * from ${own} where ${sql.id(key)} = any (${rows[0]?.open ?? []}::uuid[])`.execute(
      tx,
    )
  })
  await dropDetached(database.db, table)
}

/** Also drops tables that a process detached before it ended. */
export async function dropDetached(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and not relispartition and relnamespace = current_schema()::regnamespace
      and relname ~ ('^' || ${table} || '_([0-9]{8}|before)$')`.execute(db)
  for (const { name } of rows) await sql`drop table if exists ${sql.id(name)}`.execute(db)
}

export type Ending = {
  /** The table, or one of its partitions. */
  from: string
  table: KeptTable
  environmentIds: readonly string[]
  /** An id: the retention of rows with a smaller one has ended. */
  before: string
}

export async function deletePage(
  tx: Tx,
  { from, table, environmentIds, before }: Ending,
  limit: number,
): Promise<number> {
  const own = sql.id(from)
  const { numAffectedRows } = await sql`
    delete from ${own} where ctid = any (array(
      select ctid from ${own}
      where environment_id = any (${environmentIds}::uuid[]) and ${sql.id(table.key)} < ${before}
        and ${sql.id(table.key)} not in (${openIds(table.subject, before)})
      limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes log rows in the rest, outside of the partitions. */
export async function deleteLogPage(
  tx: Tx,
  { table, key }: Partitioned,
  before: string,
  limit: number,
): Promise<number> {
  const rest = sql.id(`${table}_rest`)
  const { numAffectedRows } = await sql`
    delete from ${rest} where ctid = any (array(select ctid from ${rest} where ${sql.id(key)} < ${before} limit ${limit}))`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Bodies from before they had their own table are in the rows of their emails. */
export async function emptyPage(
  tx: Tx,
  { environmentIds, before }: Pick<Ending, 'environmentIds' | 'before'>,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update emails_before set html = null, text = null where ctid = any (array(
      select ctid from emails_before
      where environment_id = any (${environmentIds}::uuid[]) and id < ${before} and (html is not null or text is not null)
        and id not in (${openIds('email', before)})
      limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function hasOldBodies(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('emails_before') is not null as exists`.execute(db)
  return rows[0]?.exists ?? false
}
