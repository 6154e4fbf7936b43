/** Adapts the loaded rows to this database, in the transaction that loads them. */
import type pg from 'pg'
import type { CheckedBackup } from './contents.ts'

/**
 * The original may have issued cursors after the backup that are ahead of the restored events. New events get positions after all of them:
 * no installation writes this many between two backups, and there is room for nine billion restores.
 */
const positionsAhead = 1_000_000_000

export async function adaptRestored(client: pg.ClientBase, { header, summary }: CheckedBackup): Promise<void> {
  for (const { sequence, last_value, is_called } of summary.sequences) {
    // Null for the sequence of a table that is not ours.
    await client.query('select setval(to_regclass($1), $2, $3)', [sequence, last_value, is_called])
  }
  const { rows } = await client.query<{ position: string }>(
    `select setval('events_position_seq', last_value + ${positionsAhead}) as position from events_position_seq`,
  )
  const position = rows[0]?.position
  // A cursor up to this position continues after it, whatever transaction id it contains.
  await client.query(
    `insert into event_marks (at, xact, position) values (now(), '3', $1)
    on conflict (at) do update set xact = '3', position = excluded.position`,
    [position],
  )
  await releaseHeld(client)
  await client.query('delete from restored_copy')
  await client.query('insert into restored_copy (taken_at, last_position) values ($1, $2)', [header.taken_at, position])
}

/** Releases rows held by the workers of the original. This does not count as a crash. */
async function releaseHeld(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select t.relname as name from pg_class t
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and (select count(*) from pg_attribute where attrelid = t.oid and attname in ('held_by', 'due_at', 'token')) = 3`,
  )
  for (const { name } of rows)
    await client.query(
      `update ${client.escapeIdentifier(name)} set held_by = null, due_at = coalesce(due_at, now()) where held_by is not null`,
    )
}
