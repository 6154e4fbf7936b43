/** Jobs are added in the transaction of the rows they are about, so the two cannot disagree. */
import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import type { Job } from './job.ts'
import { wakeCall } from './wake.ts'

/** Adds all of them in one statement. */
export async function enqueue(tx: Tx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`/* planned once */
    with added as (
      insert into jobs (task, payload, due_at)
      select task, payload, coalesce(run_at, now())
      from unnest(${jobs.map(one => one.task)}::text[], ${jobs.map(one => JSON.stringify(one.payload))}::jsonb[],
        ${jobs.map(one => one.runAt?.toISOString() ?? null)}::timestamptz[]) as given (task, payload, run_at)
    )
    select ${wakeCall(sql.lit('jobs'))}`.execute(tx)
}
