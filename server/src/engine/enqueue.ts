/** Jobs are added in the transaction that writes the rows they concern, so the two cannot disagree. */
import { sql } from 'kysely'
import { asTable, jsons, moments, texts } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { Job } from './job.ts'
import { wakeCall } from './wake.ts'

/** Adds all jobs in one statement. */
export async function enqueue(tx: Tx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  await plannedOnce`
    with added as (
      insert into jobs (task, payload, due_at)
      select task, payload, coalesce(run_at, now())
      from ${asTable({
        task: texts(jobs.map(one => one.task)),
        payload: jsons(jobs.map(one => JSON.stringify(one.payload))),
        run_at: moments(jobs.map(one => one.runAt?.toISOString() ?? null)),
      })}
    )
    select ${wakeCall(sql.lit('jobs'))}`.execute(tx)
}
