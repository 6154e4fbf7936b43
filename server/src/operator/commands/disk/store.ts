/** Sizes come from the file system and counts from the planner's statistics, so that no large table is read. */
import { sql } from 'kysely'
import { asTable, texts } from '#postgres/arrays/as-table.ts'
import type { Db } from '#postgres/database.ts'
import type { Table } from './kinds.ts'

/** `bytes`: the table with its indexes and its TOAST; `toastBytes`: the TOAST alone. Null rows: no statistics yet. */
export type TableSize = { table: Table; bytes: number; toastBytes: number; rows: number | null }

/** A partitioned table is the sum of its partitions. An empty table is never analyzed and its count stays -1, but without a page it has no rows. */
export async function measureTables(db: Db, tables: readonly Table[]): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select given.name as "table", sum(pg_total_relation_size(c.oid))::float8 as bytes,
      sum(coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0))::float8 as "toastBytes",
      case when bool_and(c.reltuples >= 0 or pg_relation_size(c.oid) = 0) then sum(greatest(c.reltuples, 0))::float8 end as rows
    from ${asTable({ name: texts(tables) })}
    join pg_class c on c.oid in (select relid from pg_partition_tree(given.name) where isleaf union select to_regclass(given.name))
    where c.relkind = 'r'
    group by given.name`.execute(db)
  return rows
}

export async function measureDatabase(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database did not tell its size')
  return row.bytes
}
