/** Pages of a workflow's or environment's runs, locked in the same order as everywhere. */
import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'
import type { WorkflowKey } from './workflow.ts'

export async function lockParked(tx: Tx, { environmentId, workflowId }: WorkflowKey, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from workflow_runs
    where environment_id = ${environmentId} and workflow_id = ${workflowId} and parked
    order by id limit ${limit}
    for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** They become due at once. */
export async function unparkRuns(tx: Tx, environmentId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update workflow_runs set parked = false, due_at = now()
    where environment_id = ${environmentId} and id = any (${ids}::uuid[])`.execute(tx)
}

/** Runs of a deleted workflow. */
export async function lockOrphanedRuns(
  tx: Tx,
  { environmentId, workflowId }: WorkflowKey,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from workflow_runs r
    where environment_id = ${environmentId} and workflow_id = ${workflowId} and not exists (
      select from workflows w where w.environment_id = ${environmentId} and w.id = ${workflowId}
    )
    order by id limit ${limit}
    for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes the runs with their steps and waits. */
export async function deleteRuns(tx: Tx, environmentId: string, ids: readonly string[]): Promise<void> {
  await sql`
    with waits as (
      delete from workflow_waits where environment_id = ${environmentId} and run_id = any (${ids}::uuid[])
    ), steps as (
      delete from workflow_run_steps where environment_id = ${environmentId} and run_id = any (${ids}::uuid[])
    )
    delete from workflow_runs where environment_id = ${environmentId} and id = any (${ids}::uuid[])`.execute(tx)
}

/** Deletes the versions and sweeps of a deleted workflow. */
export async function deleteVersions(tx: Tx, { environmentId, workflowId }: WorkflowKey): Promise<void> {
  await sql`
    with sweeps as (
      delete from workflow_sweeps s where environment_id = ${environmentId} and workflow_id = ${workflowId}
        and not exists (select from workflows w where w.environment_id = s.environment_id and w.id = s.workflow_id)
    )
    delete from workflow_versions v where environment_id = ${environmentId} and workflow_id = ${workflowId}
      and not exists (select from workflows w where w.environment_id = v.environment_id and w.id = v.workflow_id)
    `.execute(tx)
}

export type Moved = { count: number; last: string | null }

/** Moves the due times of open runs closer. Runs without a due time are locked, too: a worker may be about to set one by the old clock. */
export async function moveRunsEarlier(
  tx: Tx,
  environmentId: string,
  byMs: number,
  { after, limit }: { after: string | null; limit: number },
): Promise<Moved> {
  const { rows } = await sql<Moved>`
    with page as (
      select id from workflow_runs
      where environment_id = ${environmentId} and finished_at is null
        ${after === null ? sql`` : sql`and id > ${after}`}
      order by id limit ${limit}
      for update
    ), moved as (
      update workflow_runs r set due_at = r.due_at - ${interval(byMs)}, waits_until = r.waits_until - ${interval(byMs)}
      from page where r.environment_id = ${environmentId} and r.id = page.id
    )
    select count(*)::integer as count, (select id from page order by id desc limit 1) as last from page`.execute(tx)
  return rows[0] ?? { count: 0, last: null }
}

export async function moveSchedulesEarlier(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  await sql`
    update workflows set next_fire_at = next_fire_at - ${interval(byMs)}
    where environment_id = ${environmentId} and next_fire_at is not null`.execute(tx)
}

const interval = (ms: number) => sql`make_interval(secs => ${ms / 1000})`
