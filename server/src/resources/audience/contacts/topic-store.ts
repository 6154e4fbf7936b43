import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import type { Topic } from '#resources/audience/topics/topic.ts'
import type { Address } from './store.ts'

export type ContactTopic = Topic & { subscribed: boolean; pending: boolean }

/** All topics of the environment, newest first, with the contact's subscription to each. */
export async function listContactTopics(
  db: Db,
  { environmentId, id }: Address,
  { limit, before }: PageRequest,
  subscribed: boolean | undefined,
): Promise<ContactTopic[]> {
  const { rows } = await sql<ContactTopic>`
    select t.id, t.name, t.description, t.is_default_topic as "isDefaultTopic", t.display_order as "displayOrder",
      t.created_at as "createdAt", t.updated_at as "updatedAt", t.confirmation, m.contact_id is not null as subscribed,
      t.confirmation is not null and exists (
        select from confirmations c where c.environment_id = t.environment_id and c.contact_id = ${id}
          and c.state = 'pending' and t.id = any (c.topic_ids)) as pending
    from topics t
    left join topic_memberships m
      on m.environment_id = t.environment_id and m.topic_id = t.id and m.contact_id = ${id}
    where t.environment_id = ${environmentId} ${before === undefined ? sql`` : sql`and t.id < ${before}`}
      ${subscribed === undefined ? sql`` : sql`and (m.contact_id is not null) = ${subscribed}`}
    order by t.id desc limit ${limit + 1}`.execute(db)
  return rows
}
