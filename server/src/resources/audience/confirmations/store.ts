import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { Db } from '#postgres/database.ts'
import type { Confirmation as Settings } from '#resources/audience/topics/topic.ts'

export type Details = {
  organizationId: string
  /** The brand name, or the organization's name if there is none. */
  sender: string
  mode: Mode
  email: string | null
  /** The topics that still exist, in display order. */
  topics: { name: string; confirmation: Settings | null; isSubscribed: boolean }[]
}

type Key = { environmentId: string; contactId: string; topicIds: readonly string[] }

/** Everything a confirmation's email and page need. Undefined when the contact is deleted. */
export async function findDetails(db: Db, { environmentId, contactId, topicIds }: Key): Promise<Details | undefined> {
  const { rows } = await sql<Details>`
    select o.id as "organizationId", coalesce(b.name, o.name) as sender, e.mode, c.email, coalesce((
        select json_agg(json_build_object('name', t.name, 'confirmation', t.confirmation,
          'isSubscribed', c.email_subscribed and m.topic_id is not null) order by t.display_order, t.id)
        from topics t
        left join topic_memberships m on m.environment_id = t.environment_id and m.contact_id = c.id and m.topic_id = t.id
        where t.environment_id = e.id and t.id = any (${sql.val(topicIds)}::uuid[])
      ), '[]') as topics
    from environments e join organizations o on o.id = e.organization_id left join branding b on b.organization_id = o.id
    join contacts c on c.environment_id = e.id and c.id = ${contactId}
    where e.id = ${environmentId}`.execute(db)
  return rows[0]
}
