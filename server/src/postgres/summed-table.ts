/**
 * Tables of sums that many add to at once. What is added is a row of its own until it is part of its sum, never in both or in neither:
 * so nobody waits for the row of a sum.
 */
import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

export type SummedTable = { name: string; key: readonly string[]; figures: readonly string[] }

/** A page takes some 50 ms: nobody waits long for a sum that it writes. */
const rowsPerPage = 5_000

/** Any number of workers may do it at once, and any of them may end in the middle of it. */
export async function sumUpTable(database: Database, table: SummedTable, page = rowsPerPage): Promise<void> {
  while ((await database.transaction(tx => sumUpRows(tx, table, page))) === page);
}

/**
 * Makes new rows, of whatever environment, part of their sums, and says how many there were. Rows that another worker has in hand are
 * passed over; sums are written in order, so that two workers do not wait for each other.
 */
async function sumUpRows(tx: Tx, { name, key, figures }: SummedTable, limit: number): Promise<number> {
  const keyColumns = sql.join(key.map(column => sql.ref(column)))
  const figureColumns = sql.join(figures.map(column => sql.ref(column)))
  const sums = sql.join(figures.map(column => sql`sum(${sql.ref(column)})::integer`))
  const plusGiven = sql.join(
    figures.map(column => sql`${sql.ref(column)} = known.${sql.ref(column)} + excluded.${sql.ref(column)}`),
  )
  const { rows } = await sql<{ rows: number }>`
    with taken as (
      delete from ${sql.table(name)} where ctid = any (array(
        select ctid from ${sql.table(name)} where not summed order by ${keyColumns} limit ${limit} for update skip locked))
      returning ${keyColumns}, ${figureColumns}
    ), added as (
      insert into ${sql.table(name)} as known (${keyColumns}, ${figureColumns}, summed)
      select ${keyColumns}, ${sums}, true from taken group by ${keyColumns} order by ${keyColumns}
      on conflict (${keyColumns}) where summed do update set ${plusGiven}
    )
    select count(*)::integer as rows from taken`.execute(tx)
  return rows[0]?.rows ?? 0
}
