/** Searches the small kinds by a part of their names, in one statement. */
import type { FoundKind } from '@posthorn/contract/console/search'
import { type RawBuilder, sql } from 'kysely'
import { partOfId } from '#core/id.ts'
import { contains } from '#postgres/contains.ts'
import type { Db } from '#postgres/database.ts'
import { hasPartOfId } from '#postgres/partitions/part-of-id.ts'

export type FoundRow = { kind: FoundKind; id: string; title: string; detail: string }

/** Usually there are tens of these; with more, only the newest are searched. */
const searched = 1_000

export type Scope = { organizationId: string; environmentId: string }
export type FewKind = 'broadcast' | 'template' | 'workflow' | 'topic' | 'webhook' | 'domain' | 'key'

/** Each selects id, title and detail of its kind. */
const sources: Record<FewKind, (scope: Scope) => RawBuilder<unknown>> = {
  broadcast: ({ environmentId }) => sql`
    select id, name as title, coalesce(settings ->> 'subject', '') as detail from broadcasts where environment_id = ${environmentId}`,
  template: ({ environmentId }) => sql`
    select t.id, friendly_name as title, newest.subject as detail
    from templates t cross join lateral (
      select subject from template_versions v
      where v.environment_id = ${environmentId} and v.template_id = t.id order by version desc limit 1
    ) as newest
    where t.environment_id = ${environmentId}`,
  workflow: ({ environmentId }) => sql`
    select id, name as title, coalesce(description, '') as detail from workflows where environment_id = ${environmentId}`,
  topic: ({ environmentId }) => sql`
    select id, name as title, coalesce(description, '') as detail from topics where environment_id = ${environmentId}`,
  webhook: ({ environmentId }) => sql`
    select id, coalesce(nickname, url) as title, case when nickname is null then '' else url end as detail
    from webhooks where environment_id = ${environmentId}`,
  domain: ({ organizationId }) => sql`
    select id, name as title, '' as detail from domains where organization_id = ${organizationId}`,
  key: ({ environmentId }) => sql`
    select id, name as title, hint as detail from api_keys where environment_id = ${environmentId} and revoked_at is null`,
}

export async function findFew(
  db: Db,
  scope: Scope,
  kinds: readonly FewKind[],
  { text, limit }: { text: string; limit: number },
): Promise<FoundRow[]> {
  const part = partOfId(text)
  const parts = kinds.map(
    kind => sql`(
      select ${kind} as kind, id, title, detail from (${sources[kind](scope)} order by id desc limit ${searched}) as newest
      where ${contains(sql`concat_ws(e'\\n', title, detail)`, text)} ${part ? sql`or ${hasPartOfId(part)}` : sql``}
      order by id desc limit ${limit})`,
  )
  const { rows } = await sql<FoundRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
