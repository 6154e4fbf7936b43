/** Emails to a person who is being erased. */

import { erasedEmail, erasedSubject } from '@posthorn/contract/audience/erasures'
import type { EmailStatus } from '@posthorn/contract/event-names'
import { sql } from 'kysely'
import { asTable, moments, smallints, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import type { DeliveryState } from '../delivery-state.ts'

/** `email` in lower case. */
export type Addressee = { environmentId: string; email: string }

/** Uses the index of addresses. In the order of ids. */
export async function findEmailsTo(
  db: Db,
  { environmentId, email }: Addressee,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct email_id as id from deliveries
    where environment_id = ${environmentId} and lower(address collate "C") = ${email} and email_id > ${after}
    order by email_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type Recipient = {
  emailId: string
  nth: number
  isTheirs: boolean
  state: DeliveryState
  attempts: number
  /** A copy may have arrived. */
  inDoubt: boolean
  inHand: boolean
}

/** Locks all recipients of these emails until the transaction ends. The caller has locked the emails. */
export async function lockRecipients(
  tx: Tx,
  { environmentId, email }: Addressee,
  ids: readonly string[],
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select email_id as "emailId", nth, lower(address collate "C") = ${email} as "isTheirs", state, attempts,
      dot or doubts > 0 as "inDoubt", held_by is not null as "inHand"
    from deliveries
    where environment_id = ${environmentId} and email_id = any (${ids}::uuid[]) and ${isAmong('email_id', ids)}
    order by email_id, nth for update`.execute(tx)
  return rows
}

export type Sent = {
  emailId: string
  organizationId: string
  status: EmailStatus
  /** Credits that were paid for each recipient; 0 in test mode. */
  creditsPerRecipient: number
}

/** Each is looked up by its own key, whatever sizes PostgreSQL assumes for the tables. The caller has locked the emails. */
export async function findSent(db: Db, environmentId: string, ids: readonly string[]): Promise<Sent[]> {
  const { rows } = await sql<Sent>`
    select wanted.email_id as "emailId", e.organization_id as "organizationId", p.status,
      case own.mode when 'live' then e.credits_per_recipient::float8 else 0 end as "creditsPerRecipient"
    from ${asTable({ email_id: uuids(ids) }, 'wanted')}
    cross join lateral (
      select status from email_progress
      where environment_id = ${environmentId} and email_id = wanted.email_id and ${isAmong('email_id', ids)} limit 1
    ) as p
    cross join lateral (
      select organization_id, credits_per_recipient from emails
      where environment_id = ${environmentId} and id = wanted.email_id and ${isAmong('id', ids)} limit 1
    ) as e
    join environments own on own.id = ${environmentId}`.execute(db)
  return rows
}

export type ErasedRecipient = { emailId: string; nth: number; state: DeliveryState }

/** Ends their deliveries and erases their addresses. */
export async function eraseRecipients(
  tx: Tx,
  environmentId: string,
  recipients: readonly ErasedRecipient[],
): Promise<void> {
  const ids = recipients.map(one => one.emailId)
  await sql`
    update deliveries d set address = ${erasedEmail}, state = given.state, last_reply = null, due_at = null, waits_for = null
    from ${asTable({
      environment_id: uuids(ids.map(() => environmentId)),
      email_id: uuids(ids),
      nth: smallints(recipients.map(one => one.nth)),
      state: texts(recipients.map(one => one.state)),
    })}
    where d.environment_id = given.environment_id and d.email_id = given.email_id and d.nth = given.nth
      and ${isAmong('d.email_id', ids)}`.execute(tx)
}

export async function updateStatuses(
  tx: Tx,
  environmentId: string,
  changed: readonly { emailId: string; status: EmailStatus; sentAt: Date | null }[],
): Promise<void> {
  const ids = changed.map(one => one.emailId)
  await sql`
    update email_progress p set status = given.status, sent_at = coalesce(p.sent_at, given.sent_at)
    from ${asTable({
      environment_id: uuids(ids.map(() => environmentId)),
      email_id: uuids(ids),
      status: texts(changed.map(one => one.status)),
      sent_at: moments(changed.map(one => one.sentAt?.toISOString() ?? null)),
    })}
    where p.environment_id = given.environment_id and p.email_id = given.email_id and ${isAmong('p.email_id', ids)}`.execute(
    tx,
  )
}

/** Erases the content of emails that went to nobody else. The sender stays, and so do the counts. */
export async function eraseContent(tx: Tx, environmentId: string, ids: readonly string[]): Promise<void> {
  const ofEmails = sql`where environment_id = ${environmentId} and email_id = any (${ids}::uuid[])
    and ${isAmong('email_id', ids)}`
  await sql`
    with attachments as (delete from email_attachments ${ofEmails}),
      bodies as (delete from email_bodies ${ofEmails}),
      uses as (delete from outside_uses ${ofEmails} returning environment_id, content_id),
      contents as (
        update outside_contents c set look_at = least(c.look_at, now() + interval '10 minutes') from uses
        where c.environment_id = uses.environment_id and c.id = uses.content_id
      )
    update emails set to_addresses = array[${erasedEmail}], cc_addresses = null, bcc_addresses = null, reply_to = null,
      subject = ${erasedSubject}, html = null, text = null, headers = null, attachments = 0
    where environment_id = ${environmentId} and id = any (${ids}::uuid[]) and ${isAmong('id', ids)}`.execute(tx)
}

export const findAttachmentKeys = (
  db: Db,
  environmentId: string,
  ids: readonly string[],
): Promise<{ emailId: string; nth: number }[]> =>
  db
    .selectFrom('email_attachments')
    .select(['email_id as emailId', 'nth'])
    .where('environment_id', '=', environmentId)
    .where('email_id', 'in', ids)
    .where(isAmong('email_id', ids))
    .orderBy('email_id')
    .orderBy('nth')
    .execute()

export async function findAttachment(
  db: Db,
  environmentId: string,
  { emailId, nth }: { emailId: string; nth: number },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('email_attachments')
    .select('content')
    .where('environment_id', '=', environmentId)
    .where('email_id', '=', emailId)
    .where('nth', '=', nth)
    .executeTakeFirst()
  return row?.content
}

export async function updateAttachment(
  tx: Tx,
  environmentId: string,
  { emailId, nth, content }: { emailId: string; nth: number; content: Buffer },
): Promise<void> {
  await tx
    .updateTable('email_attachments')
    .set({ content })
    .where('environment_id', '=', environmentId)
    .where('email_id', '=', emailId)
    .where('nth', '=', nth)
    .execute()
}
