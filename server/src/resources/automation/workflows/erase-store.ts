/** Runs of a contact that is being erased. */
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

export type ContactKey = { environmentId: string; contactId: string }
export type RunOfContact = { id: string; workflowId: string; isOpen: boolean }

export async function findRunsOf(
  db: Db,
  { environmentId, contactId }: ContactKey,
  { after, limit }: { after: string; limit: number },
): Promise<RunOfContact[]> {
  const { rows } = await sql<RunOfContact>`
    select id, workflow_id as "workflowId", finished_at is null as "isOpen" from workflow_runs
    where environment_id = ${environmentId} and contact_id = ${contactId} and id > ${after}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** The runs and their states stay for statistics; their data about the contact is deleted. */
export async function eraseRunRows(tx: Tx, environmentId: string, ids: readonly string[]): Promise<void> {
  await sql`
    with steps as (
      update workflow_run_steps set detail = '{}' where environment_id = ${environmentId} and run_id = any (${ids}::uuid[])
    )
    update workflow_runs set trigger = trigger - 'from' - 'to' - 'data', error = null
    where environment_id = ${environmentId} and id = any (${ids}::uuid[])`.execute(tx)
}
