/** Jobs are added in the transaction of the rows they are about, so the two cannot disagree. */
import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import type { Job } from './job.ts'

/** Adds all of them in one statement. */
export async function enqueue(tx: Tx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const specs = JSON.stringify(oneForEachKey(jobs).map(toSpec))
  // count(*) rather than the rows: nobody needs a thousand jobs sent back.
  await sql`/* planned once */ select count(*) from graphile_worker.add_jobs(
    array(select json_populate_recordset(null::graphile_worker.job_spec, ${specs}::json)))`.execute(tx)
}

/**
 * The last one of a key counts, as if they were added one by one: one statement may not touch a row twice.
 * Keys are taken in one order, so that two transactions with the same keys do not wait for each other.
 */
function oneForEachKey(jobs: readonly Job[]): Job[] {
  const keyed = new Map<string, Job>()
  const free: Job[] = []
  for (const job of jobs) {
    if (job.key === undefined) free.push(job)
    else keyed.set(job.key, job)
  }
  const byKey = [...keyed].sort(([a], [b]) => (a < b ? -1 : 1))
  return [...free, ...byKey.map(([, job]) => job)]
}

/** The fields of the type graphile_worker.job_spec. */
const toSpec = ({ task, payload, runAt, key, priority, maxAttempts, queue }: Job) => ({
  identifier: task,
  payload,
  run_at: runAt,
  job_key: key,
  priority,
  max_attempts: maxAttempts,
  queue_name: queue,
})
