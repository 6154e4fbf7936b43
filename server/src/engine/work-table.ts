/**
 * Tables whose rows are work. A row that is due belongs to whoever takes it, until the result is written or the worker has
 * ended. Every table has the same columns for it (migrations/0013_one_engine.sql), and this is what is done with them. All times
 * are the database's.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { isHolding } from '#postgres/restored-copy.ts'

export type WorkTable = {
  readonly name: string
  /** The columns that name a row. */
  readonly key: readonly string[]
  /** The priorities that its rows have, those that go first at the front. */
  readonly priorities?: readonly number[]
  /** True of a row that is due, where its own `due_at` does not say so. */
  readonly isDue?: RawBuilder<boolean>
  /** True of a row that sends nothing, so that it is done even while a restored copy holds. */
  readonly evenWhileHolding?: RawBuilder<boolean>
}

/** A row in the hands of this worker. Its name is its key, written as text. */
export type Held = {
  readonly name: string
  readonly token: number
  readonly crashes: number
  readonly priority: number
}

/** The table goes by this name in whatever is said about its rows. */
const row = sql.raw('work')
const nameOf = ({ key }: WorkTable) => sql`concat_ws(' ', ${sql.join(key.map(column => sql.ref(`work.${column}`)))})`
/** Where a row is stored. It stays there until it is changed, so while it is locked. */
const place = sql`work.tableoid as part, work.ctid as place`

/**
 * True of a row that somebody holds, in a statement that looks rows up by their keys. `held_by is not null` would say the same and
 * invite PostgreSQL to read all that anybody holds by that index, and compare it with each key: 28 ms instead of 0.5 for thirty
 * results, once a thousand are held.
 */
export const isHeld = (table: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${table}.held_by`)}, '') <> ''`

const isDue = (table: WorkTable) => table.isDue ?? sql<boolean>`work.due_at <= now()`

/**
 * What else must be true of a row that is taken. A copy that was restored from a backup holds: it is said here, in the one statement that
 * takes, so that it is true for every worker, whenever that was started.
 */
const mayBeTaken = ({ evenWhileHolding = sql<boolean>`false` }: WorkTable, { only = sql<boolean>`true` }: Taking) =>
  sql<boolean>`${only} and (not ${isHolding} or ${evenWhileHolding})`

export type Taking = {
  workerId: string
  limit: number
  /** At most so many of all whose priority is not below this one. */
  others?: { from: number; limit: number } | undefined
  /** What is read of each row. */
  columns: RawBuilder<unknown>
  /** What else must be true of a row. */
  only?: RawBuilder<boolean> | undefined
}

/** Takes what is due, in the order of priorities and then of time. What somebody else is taking is passed over. */
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
 * Takes some of what several workers have ended with: those that it happened to least often, and half as many each time it
 * happens again, so that the one that ends workers is alone in the end.
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
 * The rows are found by their places. By their keys it would be planned once as well, and for a table that is still empty any index
 * that has a part of the key looks as good as the key itself: the first 20,000 emails took twice as long by that of addresses.
 */
async function take<Row extends Held>(
  db: Db,
  table: WorkTable,
  { workerId, columns }: Taking,
  chosen: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await plannedOnce<Row>`
    with chosen as materialized (${chosen})
    update ${sql.table(table.name)} as ${row} set held_by = ${workerId}, token = work.token + 1, due_at = null
    from chosen where work.tableoid = chosen.part and work.ctid = chosen.place
    returning ${nameOf(table)} as name, work.token, work.crashes, work.priority, ${columns}`.execute(db)
  return rows
}

export type PuttingBack = {
  held: readonly Held[]
  workerId: string
  /** Before it is done again. */
  inMs: number
  /** It failed here as it would have ended a worker: it waits longer each time, and is done with fewer others. */
  asSuspects?: boolean
}

/** Gives rows back that nothing has become of. Those that somebody else has by now are left alone. */
export async function putBack(
  db: Db,
  table: WorkTable,
  { held, workerId, inMs, asSuspects }: PuttingBack,
): Promise<void> {
  await sql`
    update ${sql.table(table.name)} as ${row} set held_by = null,
      ${asSuspects ? afterCrash : sql`due_at = least(work.due_at, now() + make_interval(secs => ${inMs / 1000}))`}
    where work.held_by = ${workerId}
      and concat_ws(' ', ${nameOf(table)}, work.token) = any (${held.map(heldName)}::text[])`.execute(db)
}

export const heldName = ({ name, token }: Held): string => `${name} ${token}`

/** Gives back what this worker holds without knowing: the answer to its taking was lost with the connection. */
export async function putBackUnknown(
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
 * Gives back whatever is held by nobody who beats. Most of it has nothing to do with the end of its worker, and a machine may lose
 * its power as often as it likes: so nothing fails for it, and the first time it goes on with all others.
 */
export async function putBackAbandoned(db: Db, table: WorkTable): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table.name)} as ${row} set held_by = null, ${afterCrash}
    where work.held_by is not null
      and not exists (select from worker_heartbeats where worker_id = work.held_by)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

const crashes = sql`least(work.crashes + 1, 1000)`
/** 1 s from the second crash on, doubled up to 30 s, give or take a quarter. A counter is a small number: it ends at 1,000. */
const afterCrash = sql`crashes = ${crashes}, due_at = now() + case when ${crashes} > 1
  then make_interval(secs => least(30, 2 ^ least(${crashes} - 2, 5)) * (0.75 + random() / 2)) else interval '0' end`

/** Gives back all that a worker has which stops in good order. */
export async function putBackAll(db: Db, table: WorkTable, workerId: string): Promise<void> {
  await sql`update ${sql.table(table.name)} as ${row} set held_by = null, due_at = coalesce(work.due_at, now())
    where work.held_by = ${workerId}`.execute(db)
}
