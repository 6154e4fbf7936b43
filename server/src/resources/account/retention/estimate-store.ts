/** Estimates sizes from file sizes and figures, without reading tables of messages. */
import { sql } from 'kysely'
import { asTable, texts } from '#postgres/arrays/as-table.ts'
import type { Db } from '#postgres/database.ts'
import { isPartitioned } from '#postgres/partitions/partitions.ts'
import { type Kind, kinds, tablesOf } from './retention.ts'

/** For all environments together. Leaves out partitions without statistics, which are empty or not analyzed yet. */
export async function bytesPerEmail(db: Db): Promise<Record<Kind, number>> {
  const tables = kinds.flatMap(kind => tablesOf[kind].filter(isPartitioned).map(({ table }) => ({ kind, table })))
  const { rows } = await sql<{ kind: Kind; bytes: number }>`
    with emails as (
      select sum(c.reltuples)::float8 as count from pg_partition_tree('emails') t
      join pg_class c on c.oid = t.relid and t.isleaf and c.reltuples > 0
    )
    select kind, coalesce(sum(pg_total_relation_size(t.relid))::float8 / nullif((select count from emails), 0), 0) as bytes
    from ${asTable({ kind: texts(tables.map(one => one.kind)), name: texts(tables.map(one => one.table)) })}
    cross join lateral pg_partition_tree(given.name) t
    join pg_class c on c.oid = t.relid and t.isleaf and c.reltuples > 0
    group by kind`.execute(db)
  const found = new Map(rows.map(({ kind, bytes }) => [kind, bytes]))
  const of = (kind: Kind) => found.get(kind) ?? 0
  return { bodies: of('bodies'), events: of('events'), messages: of('messages') }
}

/** Since then; null for all. */
export async function countEmails(db: Db, environmentId: string, since: Date | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(emails_sent), 0)::float8 as count from email_stats
    where environment_id = ${environmentId} and tag = '' and message_stream in ('transactional', 'broadcast')
      and hour >= ${since ?? '-infinity'}`.execute(db)
  return rows[0]?.count ?? 0
}
