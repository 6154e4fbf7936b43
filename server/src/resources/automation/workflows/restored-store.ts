/** Runs and schedules that were due in the backup a copy was restored from. */
import { sql } from 'kysely'
import { asTable, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { RunKey } from './runs/run.ts'

/** A run that waits for a later time, an event or its workflow has not continued by itself. */
const isDue = sql`(r.finished_at is null) is true and not r.parked and r.due_at <= now() and r.held_by is null`

export async function countRestoredRuns(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from restored_work w where w.kind = 'workflow_run' and exists (
      select from workflow_runs r where r.environment_id = w.environment_id and r.id = w.id and ${isDue})`.execute(db)
  return rows[0]?.count ?? 0
}

export type DueRun = RunKey & { workflowId: string; contactId: string; version: number }

const names = (runs: readonly RunKey[]) => ({
  environment_id: uuids(runs.map(one => one.environmentId)),
  run_id: uuids(runs.map(one => one.runId)),
})

export async function findDueRuns(tx: Tx, runs: readonly RunKey[]): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    select r.environment_id as "environmentId", r.id as "runId", r.workflow_id as "workflowId",
      r.contact_id as "contactId", r.version
    from ${asTable(names(runs))} join workflow_runs r on r.environment_id = given.environment_id and r.id = given.run_id
    where ${isDue}`.execute(tx)
  return rows
}

/** Marks runs in doubt: their next external effect may have happened. */
export async function markInDoubt(tx: Tx, runs: readonly RunKey[]): Promise<void> {
  await sql`
    update workflow_runs r set in_doubt = true from ${asTable(names(runs))}
    where r.environment_id = given.environment_id and r.id = given.run_id`.execute(tx)
}

/** Due schedules, and sweeps in progress. */
export async function countRestoredSchedules(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from workflows where next_fire_at <= now() and status = 'active')::integer
      + (select count(*) from workflow_sweeps)::integer as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Jobs of deleted sweeps find nothing to do. */
export async function deleteSweeps(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`delete from workflow_sweeps`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
