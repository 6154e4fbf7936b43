import { sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

/** A recipient of an email, identified by the unsubscribe link. */
export type Reader = {
  environmentId: string
  emailId: string
  address: string
  topicId: string | null
  organizationId: string
  organizationName: string
}

export async function findReader(
  db: Db,
  { environmentId, emailId, nth }: { environmentId: string; emailId: string; nth: number },
): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select e.environment_id as "environmentId", e.id as "emailId", d.address, e.topic_id as "topicId",
      o.id as "organizationId", o.name as "organizationName"
    from emails e
    join deliveries d on d.environment_id = e.environment_id and d.email_id = e.id and d.nth = ${nth}
    join organizations o on o.id = e.organization_id
    where e.environment_id = ${environmentId} and e.id = ${emailId}`.execute(db)
  return rows[0]
}

/** `pending`: the reader was asked to confirm the topic. */
export type Choice = { id: string; name: string; description: string | null; subscribed: boolean; pending: boolean }

/** The topics with the reader's subscription; without a contact, the default topics count as subscribed. */
export async function findChoices(db: Db, environmentId: string, contactId: string | null): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select t.id, t.name, t.description,
      case when ${contactId}::uuid is null then t.is_default_topic else m.contact_id is not null end as subscribed,
      t.confirmation is not null and exists (
        select from confirmations c where c.environment_id = t.environment_id and c.contact_id = ${contactId}
          and c.state = 'pending' and t.id = any (c.topic_ids)) as pending
    from topics t
    left join topic_memberships m on m.environment_id = t.environment_id and m.topic_id = t.id
      and m.contact_id = ${contactId}
    where t.environment_id = ${environmentId}
    order by t.display_order, t.id
    limit 200`.execute(db)
  return rows
}

/** The topics this reader has left through this email; null means everything. */
export async function findUnsubscribedTopics(
  db: Db,
  { environmentId, emailId, address }: Reader,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ topicId: string | null }>`
    select distinct data ->> 'topic_id' as "topicId" from events
    where environment_id = ${environmentId} and subject_id = ${emailId} and type = 'email.unsubscribed'
      and data ->> 'recipient' = ${address}`.execute(db)
  return rows.map(({ topicId }) => topicId)
}

/** Probes each live environment by primary key. Test mode sends no mail. */
export async function findLiveEnvironment(db: Db, emailId: string): Promise<string | undefined> {
  const { rows } = await sql<{ environmentId: string }>`
    select environment_id as "environmentId" from emails
    where environment_id = any (array(select id from environments where mode = 'live')) and id = ${emailId}
    `.execute(db)
  return rows[0]?.environmentId
}
