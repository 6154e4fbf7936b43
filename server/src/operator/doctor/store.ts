import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

/** How long ago each worker was heard of, by the database's own clock; the most recent first. */
export async function findHeartbeatAges(db: Db): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - seen_at)::float8 as seconds from worker_heartbeats order by seen_at desc`.execute(
    db,
  )
  return rows.map(row => row.seconds)
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database did not tell the time')
  return row.time
}
