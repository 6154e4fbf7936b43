import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { Db } from '#postgres/database.ts'
import type { Confirmation as Settings } from '#resources/audience/topics/topic.ts'

export type Asking = {
  organizationId: string
  /** With the name of the organization where it has chosen none for its pages. */
  sender: string
  mode: Mode
  email: string | null
  /** Those that are still there, as they are shown. */
  topics: { name: string; confirmation: Settings | null }[]
}

type Key = { environmentId: string; contactId: string; topicIds: readonly string[] }

/** All that an email which asks for a confirmation is made of. Undefined when the contact is gone. */
export async function findAsking(db: Db, { environmentId, contactId, topicIds }: Key): Promise<Asking | undefined> {
  const { rows } = await sql<Asking>`
    select o.id as "organizationId", coalesce(b.name, o.name) as sender, e.mode, c.email, coalesce((
        select json_agg(json_build_object('name', t.name, 'confirmation', t.confirmation) order by t.display_order, t.id)
        from topics t where t.environment_id = e.id and t.id = any (${sql.val(topicIds)}::uuid[])
      ), '[]') as topics
    from environments e join organizations o on o.id = e.organization_id left join branding b on b.organization_id = o.id
    join contacts c on c.environment_id = e.id and c.id = ${contactId}
    where e.id = ${environmentId}`.execute(db)
  return rows[0]
}
