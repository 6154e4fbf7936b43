/**
 * Tables of sums with many concurrent writers. Each addition is a separate row until it is merged into its sum, in one transaction,
 * so no writer waits for the row of a sum.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'

export type SummedTable = {
  name: string
  key: readonly string[]
  figures: readonly string[]
  /** A table of sums by a finer key. Rows without a value for that key are left out of it. */
  finer?: { name: string; key: readonly string[] }
}

/** A page takes about 50 ms, so nobody waits long for a sum that it writes. */
const rowsPerPage = 5_000

/** Several workers may run it at once, and each may crash in the middle. */
export async function sumUpTable(database: Database, table: SummedTable, page = rowsPerPage): Promise<void> {
  while ((await database.transaction(tx => sumUpRows(tx, table, page))) === page);
}

/**
 * Merges new rows of any environment into their sums, and returns the number of rows. Skips rows that another worker has locked. Sums are
 * written in order, so that two workers do not deadlock.
 */
async function sumUpRows(tx: Tx, { name, key, figures, finer }: SummedTable, limit: number): Promise<number> {
  const columns = sql.join([...new Set([...key, ...(finer?.key ?? []), ...figures])].map(column => sql.ref(column)))
  const { rows } = await sql<{ rows: number }>`
    with taken as (
      delete from ${sql.table(name)} where ctid = any (array(
        select ctid from ${sql.table(name)} where not summed order by ${refs(key)} limit ${limit} for update skip locked))
      returning ${columns}
    ), added as (${addTo({ name, key, figures }, { flag: sql`, summed`, value: sql`, true`, which: sql`where summed` })}
    )${finer ? sql`, refined as (${addTo({ ...finer, figures })})` : sql``}
    select count(*)::integer as rows from taken`.execute(tx)
  return rows[0]?.rows ?? 0
}

const refs = (columns: readonly string[]) => sql.join(columns.map(column => sql.ref(column)))

/** `flagged`: marks the sums in a table that also has the rows not yet summed. */
function addTo({ name, key, figures }: SummedTable, flagged?: Record<'flag' | 'value' | 'which', RawBuilder<unknown>>) {
  const sums = sql.join(figures.map(column => sql`sum(${sql.ref(column)})::bigint`))
  const plusGiven = sql.join(
    figures.map(column => sql`${sql.ref(column)} = known.${sql.ref(column)} + excluded.${sql.ref(column)}`),
  )
  const isKnown = sql.join(
    key.map(column => sql`${sql.ref(column)} is not null`),
    sql` and `,
  )
  const { flag, value, which } = flagged ?? { flag: sql``, value: sql``, which: sql`` }
  return sql`
      insert into ${sql.table(name)} as known (${refs(key)}, ${refs(figures)} ${flag})
      select ${refs(key)}, ${sums} ${value} from taken where ${isKnown} group by ${refs(key)} order by ${refs(key)}
      on conflict (${refs(key)}) ${which} do update set ${plusGiven}`
}
