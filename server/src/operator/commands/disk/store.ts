/** Sizes come from the file system and counts from the planner's statistics: no table is read, however large. */
import { sql } from 'kysely'
import { asTable, texts } from '#postgres/as-table.ts'
import type { Db } from '#postgres/database.ts'
import type { Table } from './kinds.ts'

/** `bytes`: the table with its indexes and its TOAST, which is `toastBytes` of them. Null rows: nobody has counted them yet. */
export type TableSize = { table: Table; bytes: number; toastBytes: number; rows: number | null }

/** An empty table is never analyzed, so its count stays -1; but without a page it has no rows. */
export async function measureTables(db: Db, tables: readonly Table[]): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select given.name as "table", pg_total_relation_size(c.oid)::float8 as bytes,
      coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0)::float8 as "toastBytes",
      case when c.reltuples >= 0 then c.reltuples::float8 when pg_relation_size(c.oid) = 0 then 0 end as rows
    from ${asTable({ name: texts(tables) })} join pg_class c on c.oid = to_regclass(given.name)`.execute(db)
  return rows
}

export async function measureDatabase(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database did not tell its size')
  return row.bytes
}
