/** Finds what to copy in the system catalogue of the database. */
import type pg from 'pg'

export type Table = { name: string; columns: string[]; transactionIds: string[] }

/**
 * Not copied: the migrations are in the header, the workers of the original do not exist here, and users must sign in again because they
 * may have signed out after the backup.
 */
const leftOut = ['schema_migrations', 'worker_heartbeats', 'sessions']

/** Referenced tables come first, so that the tables can be loaded in this order. */
export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(
    `select t.relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and atttypid = 'xid8'::regtype) as "transactionIds",
      array(select other.relname::text from pg_constraint c join pg_class other on other.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as "refersTo"
    from pg_class t
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and t.relname <> all ($1)
    order by t.relname`,
    [leftOut],
  )
  return inOrder(rows)
}

function inOrder<T extends { name: string; refersTo: string[] }>(tables: readonly T[]): T[] {
  const names = new Set(tables.map(({ name }) => name))
  const ordered: T[] = []
  const done = new Set<string>()
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name, refersTo }) => !done.has(name) && refersTo.every(other => done.has(other) || !names.has(other)),
    )
    if (ready.length === 0) throw new Error('tables refer to each other in a circle')
    for (const one of ready) done.add(one.name)
    ordered.push(...ready)
  }
  return ordered
}

export async function findSequences(
  client: pg.ClientBase,
): Promise<{ sequence: string; last_value: string; is_called: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences = []
  for (const { name } of rows) {
    const answer = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${client.escapeIdentifier(name)}`,
    )
    const [found] = answer.rows
    if (found) sequences.push({ sequence: name, ...found })
  }
  return sequences
}
