/** Schedules and their sweeps. */
import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import { asTable, moments, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { SweepContacts } from './jobs.ts'
import type { WorkflowKey } from './workflow.ts'

export type DueSchedule = WorkflowKey & {
  version: number
  mode: Mode
  trigger: unknown
  /** Real time, like `now`. */
  dueAt: Date
  now: Date
}

/** Skips schedules locked by other workers. Live schedules come before the many of an advanced test clock. */
export async function lockDueSchedules(tx: Tx, limit: number): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select w.environment_id as "environmentId", w.id as "workflowId", w.version, e.mode, v.trigger,
      w.next_fire_at as "dueAt", now() as now
    from workflows w
    join environments e on e.id = w.environment_id
    join workflow_versions v
      on v.environment_id = w.environment_id and v.workflow_id = w.id and v.version = w.version
    where w.next_fire_at <= now() and w.status = 'active'
    order by e.mode, w.next_fire_at limit ${limit}
    for update of w skip locked`.execute(tx)
  return rows
}

/** Schedules with a sweep in progress, or with runs that have something to do before the schedule fires. */
export async function findBusy(db: Db, due: readonly DueSchedule[]): Promise<string[]> {
  const { rows } = await sql<{ workflowId: string }>`
    select due.workflow_id as "workflowId"
    from ${asTable(
      {
        environment_id: uuids(due.map(one => one.environmentId)),
        workflow_id: uuids(due.map(one => one.workflowId)),
        at: moments(due.map(one => one.dueAt.toISOString())),
      },
      'due',
    )}
    where exists (
      select from workflow_sweeps s where s.environment_id = due.environment_id and s.workflow_id = due.workflow_id
    ) or exists (
      select from workflow_runs r
      where r.environment_id = due.environment_id and r.workflow_id = due.workflow_id and r.finished_at is null
        and (r.state = 'running' or r.waits_until <= due.at)
    )`.execute(db)
  return rows.map(({ workflowId }) => workflowId)
}

const namesOf = (keys: readonly WorkflowKey[]) => ({
  environment_id: uuids(keys.map(one => one.environmentId)),
  workflow_id: uuids(keys.map(one => one.workflowId)),
})

export async function insertSweeps(tx: Tx, sweeps: readonly (WorkflowKey & { firedAt: Date })[]): Promise<void> {
  await sql`
    insert into workflow_sweeps (environment_id, workflow_id, fired_at)
    select * from ${asTable({
      ...namesOf(sweeps),
      fired_at: moments(sweeps.map(one => one.firedAt.toISOString())),
    })}
    on conflict do nothing`.execute(tx)
}

export async function setNextFire(
  tx: Tx,
  schedules: readonly (WorkflowKey & { nextFireAt: Date | null })[],
): Promise<void> {
  await sql`
    update workflows w set next_fire_at = given.next_fire_at
    from ${asTable({
      ...namesOf(schedules),
      next_fire_at: moments(schedules.map(one => one.nextFireAt?.toISOString() ?? null)),
    })}
    where w.environment_id = given.environment_id and w.id = given.workflow_id`.execute(tx)
}

export type Sweep = Pick<SweepContacts, 'environmentId' | 'workflowId' | 'firedAt' | 'after'>

/** False when the sweep has moved on or ended. */
export async function lockSweep(tx: Tx, { environmentId, workflowId, firedAt, after }: Sweep): Promise<boolean> {
  const { rows } = await sql`
    select 1 from workflow_sweeps
    where environment_id = ${environmentId} and workflow_id = ${workflowId} and fired_at = ${firedAt}
      and after_contact is not distinct from ${after}::uuid
    for update`.execute(tx)
  return rows.length > 0
}

export type SweptWorkflow = {
  status: string
  version: number
  mode: Mode
  firstStep: string
  trigger: unknown
  /** The trigger is that of the version whose schedule fired. */
  hasSameTrigger: boolean
}

/** Locks the workflow against changes until the transaction ends. Read after the lock: the same statement would not see the version of a change that it waits for. */
export async function holdWorkflow(
  tx: Tx,
  { environmentId, workflowId, version }: Pick<SweepContacts, 'environmentId' | 'workflowId' | 'version'>,
): Promise<SweptWorkflow | undefined> {
  await sql`select from workflows where environment_id = ${environmentId} and id = ${workflowId} for share`.execute(tx)
  const { rows } = await sql<SweptWorkflow>`
    select w.status, w.version, e.mode, v.first_step as "firstStep", v.trigger, exists (
        select from workflow_versions fired
        where fired.environment_id = w.environment_id and fired.workflow_id = w.id and fired.version = ${version}
          and fired.trigger = v.trigger
      ) as "hasSameTrigger"
    from workflows w
    join environments e on e.id = w.environment_id
    join workflow_versions v
      on v.environment_id = w.environment_id and v.workflow_id = w.id and v.version = w.version
    where w.environment_id = ${environmentId} and w.id = ${workflowId}`.execute(tx)
  return rows[0]
}

export type SweptContact = { id: string; wasInside: boolean }

/** A page of the contacts that existed when the schedule fired, by id, and whether they were in the workflow then. */
export async function findContactsAfter(
  tx: Tx,
  { environmentId, workflowId, firedAt, after }: Sweep,
  topicId: string | undefined,
  limit: number,
): Promise<SweptContact[]> {
  // Forces index order: sorting all contacts for each page, ten times as many contacts would take a hundred times as long.
  await sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(tx)
  const id = topicId === undefined ? sql`c.id` : sql`m.contact_id`
  const { rows } = await sql<SweptContact>`
    select page.id, inside.id is not null as "wasInside"
    from (
      select ${id} as id
      from ${topicId === undefined ? sql`contacts c` : membersOf(topicId)}
      where c.environment_id = ${environmentId} and c.created_at <= ${firedAt}
        ${after === null ? sql`` : sql`and ${id} > ${after}`}
      order by ${id} limit ${limit}
    ) page
    left join lateral (
      select r.id
      from (
        select id, workflow_id, started_at, finished_at from workflow_runs
        where environment_id = ${environmentId} and contact_id = page.id
        offset 0 -- otherwise all runs of the workflow are read for each contact
      ) r
      where r.workflow_id = ${workflowId} and r.started_at <= ${firedAt} and r.finished_at > ${firedAt}
      limit 1
    ) inside on true
    order by page.id`.execute(tx)
  return rows
}

const membersOf = (topicId: string) => sql`
  topic_memberships m
  join contacts c on c.environment_id = m.environment_id and c.id = m.contact_id and m.topic_id = ${topicId}`

export async function moveSweep(tx: Tx, { environmentId, workflowId, firedAt, after }: Sweep): Promise<void> {
  await sql`
    update workflow_sweeps set after_contact = ${after}
    where environment_id = ${environmentId} and workflow_id = ${workflowId} and fired_at = ${firedAt}`.execute(tx)
}

export async function deleteSweep(tx: Tx, { environmentId, workflowId, firedAt }: Sweep): Promise<void> {
  await sql`
    delete from workflow_sweeps
    where environment_id = ${environmentId} and workflow_id = ${workflowId} and fired_at = ${firedAt}`.execute(tx)
}
