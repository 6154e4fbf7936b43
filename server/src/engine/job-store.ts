import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import type { Held, WorkTable } from './work-table.ts'

export const jobTable: WorkTable = { name: 'jobs', key: ['id'] }

export type HeldJob = Held & { id: string; task: string; payload: object; schedule: string | null; attempts: number }

export type JobResult = {
  job: HeldJob
  /** Why it failed; null when it did not. */
  error: string | null
  /** When it comes again although it did not fail: it is on a schedule. */
  again: Date | null
}

/** It is kept after so many, with its error, and not tried any more. */
const maxAttempts = 25

/** Writes results down. Jobs that somebody else has by now are left alone. */
export async function settleJobs(tx: Tx, given: readonly JobResult[]): Promise<void> {
  const results = given.toSorted((a, b) => Number(a.job.id) - Number(b.job.id))
  const done = results.filter(({ error, again }) => error === null && again === null)
  const others = results.filter(({ error, again }) => error !== null || again !== null)
  if (done.length > 0)
    await sql`/* planned once */
      delete from jobs j
      using unnest(${done.map(({ job }) => job.id)}::bigint[], ${done.map(({ job }) => job.token)}::integer[])
        as given (id, token)
      where j.id = given.id and j.token = given.token and j.held_by is not null`.execute(tx)
  if (others.length > 0)
    await sql`
      update jobs j set held_by = null, last_error = given.error,
        attempts = case when given.error is null then 0 else j.attempts + 1 end,
        crashes = case when given.error is null then 0 else j.crashes end,
        due_at = case when given.error is null then given.again
          when j.attempts + 1 < ${maxAttempts} or j.schedule is not null
          then now() + make_interval(secs => exp(least(j.attempts + 1, 10))) end
      from unnest(${others.map(({ job }) => job.id)}::bigint[], ${others.map(({ job }) => job.token)}::integer[],
        ${others.map(({ error }) => error)}::text[], ${others.map(({ again }) => again?.toISOString() ?? null)}::timestamptz[])
        as given (id, token, error, again)
      where j.id = given.id and j.token = given.token and j.held_by is not null`.execute(tx)
}
