/** The position of a server in the write-ahead log, and which cluster the log belongs to. */
import type pg from 'pg'

/** The primary's position, which covers all earlier commits. `system` and `database` are the same on all of its replicas. */
export type Position = { committed: string; system: string; database: string }

type Ask = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

const identity = `(select system_identifier::text from pg_control_system())`
const database = `(select oid::text from pg_database where datname = current_database())`

/** A commit is acknowledged only after it is flushed, so every acknowledged commit is before this position. */
export async function positionOf(ask: Ask): Promise<Position> {
  const { rows } = await ask(
    `select pg_current_wal_flush_lsn()::text as committed, ${identity} as system, ${database} as database`,
    [],
  )
  // `as`: the columns of the statement above.
  return rows[0] as Position
}

/** `current`: it has replayed up to the position. `primary`: it is not in recovery, so it replicates from no server. `foreign`: another database. */
export type ReplicaState = 'current' | 'behind' | 'primary' | 'foreign'

export async function replicaStateOf(ask: Ask, { committed, system, database: oid }: Position): Promise<ReplicaState> {
  const { rows } = await ask(
    `select case
      when ${identity} <> $1 or ${database} <> $2 then 'foreign'
      when not pg_is_in_recovery() then 'primary'
      when pg_last_wal_replay_lsn() >= $3::pg_lsn then 'current'
      else 'behind' end as standing`,
    [system, oid, committed],
  )
  // `as`: the values of the statement above.
  return (rows[0] as { standing: ReplicaState }).standing
}
