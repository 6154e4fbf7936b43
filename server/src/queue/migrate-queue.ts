import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'

// Graphile's migrations tolerate each other only while no two create the schema at the same instant.
const migrationLock = 7_283_002

/** Creates the tables of the queue or brings them up to date; any number of processes may call it at once. */
export async function migrateQueue(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations({ pgPool: pool, schema: 'graphile_worker', logger: silent })
    // Who holds what is asked at every heartbeat: 1 ms instead of 100 ms while 500,000 jobs wait.
    await client.query(`create index if not exists jobs_by_holder
      on graphile_worker._private_jobs (locked_by) where locked_by is not null`)
  } finally {
    // Ending the session is what surely gives the lock back, whatever state it is in.
    client.release(true)
  }
}

const silent = new Logger(() => () => {})
