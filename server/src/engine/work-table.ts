/**
 * Tables whose rows are work. A worker that takes a due row holds it until the result is written or the worker has ended. Every table has
 * the same columns for this (migrations/0013_one_engine.sql), and all statements on them are here. All times are the database's.
 */
import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { isHolding } from '#postgres/restored-copy.ts'

export type WorkTable = {
  readonly name: string
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** The priorities of its rows, the most urgent first. */
  readonly priorities?: readonly number[]
  /** Matches due rows, where `due_at` alone does not decide. */
  readonly isDue?: RawBuilder<boolean>
  /** Matches rows that send nothing, which are taken even while a restored copy is on hold. */
  readonly evenWhileHolding?: RawBuilder<boolean>
  /** The worker writes to a row once more, with its token, before anything leaves. */
  readonly isMarkedBeforeEffect?: true
}

/** A row that this worker holds. Its name is its key as text. */
export type Held = {
  readonly name: string
  readonly token: number
  readonly crashes: number
  readonly priority: number
}

/** The alias of the table in all statements and conditions. */
const row = sql.raw('work')
const nameOf = ({ key }: WorkTable) => sql`concat_ws(' ', ${sql.join(key.map(column => sql.ref(`work.${column}`)))})`
/** The physical location of a row. It does not change while the row is locked. */
const place = sql`work.tableoid as part, work.ctid as place`

/**
 * Matches held rows, in a statement that finds rows by their keys. `held_by is not null` means the same, but makes PostgreSQL scan that
 * index for every held row and compare it with each key: 28 ms instead of 0.5 for thirty results, when a thousand rows are held.
 */
export const isHeld = (table: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${table}.held_by`)}, '') <> ''`

const isDue = (table: WorkTable) => table.isDue ?? sql<boolean>`work.due_at <= now()`

/**
 * Further conditions for rows to take. The hold of a restored copy is checked here, in the only statement that takes rows, so that it
 * applies to every worker, including those already running.
 */
const mayBeTaken = ({ evenWhileHolding = sql<boolean>`false` }: WorkTable, { only = sql<boolean>`true` }: Taking) =>
  sql<boolean>`${only} and (not ${isHolding} or ${evenWhileHolding})`

export type Taking = {
  workerId: string
  limit: number
  /** Takes at most `limit` rows of the less urgent priorities, from the number `from` on. */
  others?: { from: number; limit: number } | undefined
  /** The columns to return for each row. */
  columns: RawBuilder<unknown>
  /** A further condition. */
  only?: RawBuilder<boolean> | undefined
}

/** Takes due rows, ordered by priority and then by time. Skips rows that another worker is taking. */
export function takeDue<Row extends Held>(db: Db, table: WorkTable, taking: Taking): Promise<Row[]> {
  const { limit, others } = taking
  const [first = 0, ...lower] = table.priorities ?? []
  const ofPriority = (priority: RawBuilder<unknown>, most: RawBuilder<unknown>) => sql`
    select ${place} from ${sql.table(table.name)} as ${row}
    where work.priority = ${priority} and ${isDue(table)} and work.held_by is null and work.crashes <= 1 and ${mayBeTaken(table, taking)}
    order by work.due_at limit ${most} for update skip locked`
  if (lower.length === 0) return take(db, table, taking, ofPriority(sql.lit(first), sql`${limit}`))
  const inOrder = (priorities: readonly number[], most: number) => sql`
    select due.* from (values ${sql.join(priorities.map(one => sql`(${sql.lit(one)}::smallint)`))}) as ordered (priority)
    cross join lateral (${ofPriority(sql.ref('ordered.priority'), sql`${most}::integer`)}) as due limit ${most}`
  const all = [first, ...lower]
  const from = others?.from ?? Number.POSITIVE_INFINITY
  const [before, after] = [all.filter(one => one < from), all.filter(one => one >= from)]
  const chosen = [inOrder(before, limit), ...(others ? [inOrder(after, Math.min(limit, others.limit))] : [])]
  const chosenInOrder = sql.join(
    chosen.map(one => sql`(${one})`),
    sql` union all `,
  )
  return take(db, table, taking, sql`select * from (${chosenInOrder}) as every limit ${limit}`)
}

/**
 * Takes some of the rows that were held during more than one crash: those with the fewest crashes, and half as many after each further
 * crash, so that a row that crashes workers ends up alone.
 */
export const takeSuspects = <Row extends Held>(db: Db, table: WorkTable, taking: Taking): Promise<Row[]> => {
  const suspects = sql`${sql.table(table.name)} as ${row}
    where ${isDue(table)} and work.held_by is null and work.crashes > 1 and ${mayBeTaken(table, taking)}`
  const least = sql`(select min(work.crashes) from ${suspects})`
  return take(
    db,
    table,
    taking,
    sql`select ${place} from ${suspects} and work.crashes = ${least} order by work.due_at
      limit greatest(1, 32 >> least(${least}::integer, 5)) for update skip locked`,
  )
}

/**
 * Finds the rows by ctid. A cached plan that finds them by key may be made while the table is empty, when any index on part of the key looks
 * as good as the primary key: with the index on addresses, the first 20,000 emails took twice as long.
 */
async function take<Row extends Held>(
  db: Db,
  table: WorkTable,
  { workerId, columns }: Taking,
  chosen: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await plannedOnce<Row>`
    with chosen as materialized (${chosen}), settings as materialized (${table.isMarkedBeforeEffect ? withoutSync : sql`select`})
    update ${sql.table(table.name)} as ${row} set held_by = ${workerId}, due_at = null,
      token = ${table.isMarkedBeforeEffect ? randomToken() : sql`work.token + 1`}
    from settings cross join chosen where work.tableoid = chosen.part and work.ctid = chosen.place
    returning ${nameOf(table)} as name, work.token, work.crashes, work.priority, ${columns}`.execute(db)
  return rows
}

/**
 * The commit does not wait for the disk, so on an idle system a message leaves one sync sooner. If PostgreSQL forgets it in a crash, the row is due
 * again. The mark before the effect waits for the disk, and so for this commit, too.
 */
const withoutSync = sql`select set_config('synchronous_commit', 'off', true)`

/** Counted on from a forgotten token, the next one would be the same, and two workers would hold the row. */
const randomToken = () => randomInt(1, 2 ** 30)

export type Releasing = {
  held: readonly Held[]
  workerId: string
  /** The delay before the next attempt. */
  inMs: number
  /** Counts as a crash: the row waits longer each time, and is taken with fewer others. */
  asSuspects?: boolean
}

/** Releases rows without a result. Rows that another worker holds by now are left alone. */
export async function release(
  db: Db,
  table: WorkTable,
  { held, workerId, inMs, asSuspects }: Releasing,
): Promise<void> {
  await sql`
    update ${sql.table(table.name)} as ${row} set held_by = null,
      ${asSuspects ? afterCrash : sql`due_at = least(work.due_at, now() + make_interval(secs => ${inMs / 1000}))`}
    where work.held_by = ${workerId}
      and concat_ws(' ', ${nameOf(table)}, work.token) = any (${held.map(heldName)}::text[])`.execute(db)
}

export const heldName = ({ name, token }: Held): string => `${name} ${token}`

/** Releases rows that this worker holds without knowing: it took them, but the connection was lost before the answer. */
export async function releaseUnknown(
  db: Db,
  table: WorkTable,
  workerId: string,
  known: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table.name)} as ${row} set held_by = null, due_at = coalesce(work.due_at, now())
    where work.held_by = ${workerId} and concat_ws(' ', ${nameOf(table)}, work.token) <> all (${known}::text[])`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/**
 * Releases rows held by workers that no longer send heartbeats. Most rows did not cause the end of their worker, and a machine may lose
 * power often. So no row fails for this, and after the first crash it continues with all others.
 */
export async function releaseAbandoned(db: Db, table: WorkTable): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table.name)} as ${row} set held_by = null, ${afterCrash}
    where work.held_by is not null
      and not exists (select from worker_heartbeats where worker_id = work.held_by)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

const crashes = sql`least(work.crashes + 1, 1000)`
/** A delay of 1 s from the second crash on, doubled up to 30 s, ±25 %. The counter is a smallint: it stops at 1,000. */
const afterCrash = sql`crashes = ${crashes}, due_at = now() + case when ${crashes} > 1
  then make_interval(secs => least(30, 2 ^ least(${crashes} - 2, 5)) * (0.75 + random() / 2)) else interval '0' end`

/** Releases everything that a cleanly stopped worker still holds. */
export async function releaseAll(db: Db, table: WorkTable, workerId: string): Promise<void> {
  await sql`update ${sql.table(table.name)} as ${row} set held_by = null, due_at = coalesce(work.due_at, now())
    where work.held_by = ${workerId}`.execute(db)
}
