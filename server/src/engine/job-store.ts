import { sql } from 'kysely'
import { asTable, bigints, integers, moments, texts } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { type Held, isHeld, type WorkTable } from './work-table.ts'

export const jobTable: WorkTable = {
  name: 'jobs',
  key: ['id'],
  // Scheduled jobs are housekeeping. Any other job may send something, directly or indirectly.
  evenWhileHolding: sql<boolean>`work.schedule is not null`,
}

export type HeldJob = Held & { id: string; task: string; payload: object; schedule: string | null; attempts: number }

export type JobResult = {
  job: HeldJob
  /** Null when it succeeded. */
  error: string | null
  /** The next time of a scheduled job that succeeded. */
  again: Date | null
}

/** After this many attempts a job is kept with its error and not retried. */
const maxAttempts = 25

/** Records results. Jobs that another worker holds by now are left alone. */
export async function settleJobs(tx: Tx, given: readonly JobResult[]): Promise<void> {
  const results = given.toSorted((a, b) => Number(a.job.id) - Number(b.job.id))
  const done = results.filter(({ error, again }) => error === null && again === null)
  const others = results.filter(({ error, again }) => error !== null || again !== null)
  if (done.length > 0)
    await plannedOnce`
      delete from jobs j
      using ${asTable({
        id: bigints(done.map(({ job }) => job.id)),
        token: integers(done.map(({ job }) => job.token)),
      })}
      where j.id = given.id and j.token = given.token and ${isHeld('j')}`.execute(tx)
  if (others.length > 0)
    await sql`
      update jobs j set held_by = null, last_error = given.error,
        attempts = case when given.error is null then 0 else j.attempts + 1 end,
        crashes = case when given.error is null then 0 else j.crashes end,
        due_at = case when given.error is null then given.again
          when j.attempts + 1 < ${maxAttempts} or j.schedule is not null
          then now() + make_interval(secs => exp(least(j.attempts + 1, 10))) end
      from ${asTable({
        id: bigints(others.map(({ job }) => job.id)),
        token: integers(others.map(({ job }) => job.token)),
        error: texts(others.map(({ error }) => error)),
        again: moments(others.map(({ again }) => again?.toISOString() ?? null)),
      })}
      where j.id = given.id and j.token = given.token and ${isHeld('j')}`.execute(tx)
}
