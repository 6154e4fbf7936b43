/** Jobs are added in the transaction of the rows they are about, so the two cannot disagree. */
import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import type { Job } from './job.ts'

/** Adds all of them in one statement. */
export async function enqueue(tx: Tx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const isPlain = jobs.every(({ key, queue }) => key === undefined && queue === undefined)
  await (isPlain ? addPlain(tx, jobs) : add(tx, oneForEachKey(jobs)))
}

async function add(tx: Tx, jobs: readonly Job[]): Promise<void> {
  // count(*) rather than the rows: nobody needs a thousand jobs sent back.
  await sql`/* planned once */ select count(*) from graphile_worker.add_jobs(
    array(select json_populate_recordset(null::graphile_worker.job_spec, ${specsOf(jobs)}::json)))`.execute(tx)
}

/**
 * What add_jobs does for jobs without key and queue, in one statement. It has four, three of which find nothing to do here: they
 * were a sixth of what PostgreSQL did to accept one email. A task that is new is made, also when somebody else is making it.
 */
async function addPlain(tx: Tx, jobs: readonly Job[]): Promise<void> {
  await sql`/* planned once */
    with given as (
      select identifier, payload, run_at, max_attempts, priority,
        (select id from graphile_worker._private_tasks t where t.identifier = spec.identifier limit 1) as task_id
      from json_populate_recordset(null::graphile_worker.job_spec, ${specsOf(jobs)}::json) as spec
    ), made as (
      insert into graphile_worker._private_tasks (identifier)
      select distinct identifier from given where task_id is null order by identifier
      on conflict (identifier) do update set identifier = excluded.identifier
      returning id, identifier
    ), added as (
      insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
      select coalesce(task_id, (select made.id from made where made.identifier = given.identifier)), payload,
        coalesce(run_at, now()), coalesce(max_attempts, 25), coalesce(priority, 0)
      from given
    )
    select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from given`.execute(tx)
}

const specsOf = (jobs: readonly Job[]): string => JSON.stringify(jobs.map(toSpec))

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
