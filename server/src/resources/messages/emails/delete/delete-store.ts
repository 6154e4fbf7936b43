/** Deletes emails. */
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'

export async function isScheduled(db: Db, { environmentId, emailId }: EmailKey): Promise<boolean> {
  const { rows } = await sql`
    select from email_progress
    where environment_id = ${environmentId} and email_id = ${emailId} and status = 'scheduled'`.execute(db)
  return rows.length > 0
}

/** Locks an email until the transaction ends. Returns whether it is open; undefined when there is none. */
export async function lockForDeletion(
  tx: Tx,
  { environmentId, emailId }: EmailKey,
): Promise<{ isOpen: boolean } | undefined> {
  const { rows } = await sql<{ isOpen: boolean }>`
    with locked as (
      select due_at, held_by from deliveries where environment_id = ${environmentId} and email_id = ${emailId}
      order by nth for update
    )
    select (select bool_or(due_at is not null or held_by is not null) from locked) as "isOpen" from email_progress
    where environment_id = ${environmentId} and email_id = ${emailId} for update`.execute(tx)
  return rows[0]
}

export async function deleteRows(tx: Tx, { environmentId, emailId }: EmailKey): Promise<void> {
  const ofEmail = sql`where environment_id = ${environmentId} and email_id = ${emailId}`
  await sql`
    with attachments as (delete from email_attachments ${ofEmail}),
      bodies as (delete from email_bodies ${ofEmail}),
      uses as (delete from outside_uses ${ofEmail} returning environment_id, content_id),
      contents as (
        update outside_contents c set look_at = least(c.look_at, now() + interval '10 minutes') from uses
        where c.environment_id = uses.environment_id and c.id = uses.content_id
      ),
      progress as (delete from email_progress ${ofEmail}),
      recipients as (delete from deliveries ${ofEmail}),
      row as (delete from emails where environment_id = ${environmentId} and id = ${emailId} returning tags)
    delete from email_tags t using row
    where t.environment_id = ${environmentId} and t.email_id = ${emailId} and t.tag = any (row.tags)`.execute(tx)
}
