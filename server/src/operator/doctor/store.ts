import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

/** The age of each worker's last heartbeat by the database's clock, the most recent first. */
export async function findHeartbeatAges(db: Db): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - seen_at)::float8 as seconds from worker_heartbeats order by seen_at desc`.execute(
    db,
  )
  return rows.map(row => row.seconds)
}

/** `others`: connections that are not Posthorn's. `names`: the names of Posthorn's connections, once each. */
export type ConnectionCount = { available: number; others: number; names: string[] }

export async function countConnections(db: Db): Promise<ConnectionCount> {
  const { rows } = await sql<ConnectionCount>`
    select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true)::integer, 0) as available,
      count(*) filter (where coalesce(application_name, '') not like 'posthorn%')::integer as others,
      coalesce(array_agg(distinct application_name) filter (where application_name like 'posthorn%'), '{}') as names
    from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database did not count its connections')
  return row
}

export async function foldsLetters(db: Db): Promise<boolean> {
  const { rows } = await sql<{ folds: boolean }>`select lower('Ł') = 'ł' as folds`.execute(db)
  return rows[0]?.folds === true
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database did not tell the time')
  return row.time
}
