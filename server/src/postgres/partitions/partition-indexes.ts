/**
 * Builds indexes that a migration created `on only` a partitioned table and that its partitions still lack. Building them in the migration
 * would block all writes until every row is read; here each partition gets its index concurrently. Every migrate run does this, so an
 * interrupted build is repeated. Partitions created later get the index at once.
 */
import { sql } from 'kysely'
import type { Db } from '../database.ts'

type Missing = { parent: string; name: string; definition: string; exists: boolean }

export async function buildPartitionIndexes(db: Db): Promise<void> {
  for (const { parent, name, definition, exists } of await findMissing(db)) {
    // A failed try has left an invalid index.
    if (exists) await sql`drop index concurrently ${sql.id(name)}`.execute(db)
    await sql.raw(definition).execute(db)
    await sql`alter index ${sql.id(parent)} attach partition ${sql.id(name)}`.execute(db)
  }
}

async function findMissing(db: Db): Promise<Missing[]> {
  const { rows } = await sql<Missing>`
    select parent.relname as parent, own.name,
      regexp_replace(pg_get_indexdef(parent.oid), '^CREATE (UNIQUE )?INDEX \\S+ ON ONLY \\S+',
        format('create \\1index concurrently %I on %I', own.name, c.relname)) as definition,
      to_regclass(quote_ident(own.name)) is not null as exists
    from pg_index i
    join pg_class parent on parent.oid = i.indexrelid and parent.relkind = 'I'
      and parent.relnamespace = current_schema()::regnamespace
    join pg_inherits of_table on of_table.inhparent = i.indrelid
    join pg_class c on c.oid = of_table.inhrelid
    -- Names are cut after 63 octets. The partition makes the name unique, so it comes first.
    cross join lateral (select left(c.relname || '_' || parent.relname, 63) as name) as own
    where not i.indisvalid and not exists (
      select from pg_inherits attached join pg_index child on child.indexrelid = attached.inhrelid
      where attached.inhparent = i.indexrelid and child.indrelid = c.oid)
    order by 1, 2`.execute(db)
  return rows
}
