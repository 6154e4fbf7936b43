/** The events and runs of a contact, oldest first. */
import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

export type ContactKey = { environmentId: string; contactId: string }

export type EventRow = { position: string; id: string; type: string; createdAt: Date; data: object }

export async function findEventsOf(
  db: Db,
  { environmentId, contactId }: ContactKey,
  { after, limit }: { after: string; limit: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select position, id, type, created_at as "createdAt", data from events
    where environment_id = ${environmentId} and subject_id = ${contactId} and position > ${after}
    order by position limit ${limit}`.execute(db)
  return rows
}

export type RunRow = {
  id: string
  workflowId: string
  workflowName: string | null
  state: string
  trigger: object
  error: string | null
  startedAt: Date
  finishedAt: Date | null
  steps: object[]
}

const maxSteps = 1_000

export async function findRunsOf(
  db: Db,
  { environmentId, contactId }: ContactKey,
  { after, limit }: { after: string; limit: number },
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.id, r.workflow_id as "workflowId", w.name as "workflowName", r.state, r.trigger, r.error,
      r.started_at as "startedAt", r.finished_at as "finishedAt", coalesce(done.steps, '[]') as steps
    from workflow_runs r
    left join workflows w on w.environment_id = r.environment_id and w.id = r.workflow_id
    left join lateral (
      select json_agg(s) as steps from (
        select step, type, entered_at, left_at, left_by, detail from workflow_run_steps
        where environment_id = r.environment_id and run_id = r.id order by nth limit ${maxSteps}
      ) as s
    ) as done on true
    where r.environment_id = ${environmentId} and r.contact_id = ${contactId} and r.id > ${after}
    order by r.id limit ${limit}`.execute(db)
  return rows
}
