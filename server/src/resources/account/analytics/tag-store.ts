import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

/** Tags that contain one of the needles, which are lower case. */
export async function findTags(db: Db, environmentId: string, needles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct tag from (
      select tag from email_stats where environment_id = ${environmentId}
      union all select tag from email_minutes where environment_id = ${environmentId}
    ) as known
    where exists (select from unnest(${needles}::text[]) as needle where strpos(lower(tag collate "C"), needle) > 0)
    `.execute(db)
  return rows.map(({ tag }) => tag)
}

export async function updateTag(
  tx: Tx,
  { environmentId, tag }: { environmentId: string; tag: string },
  to: string,
): Promise<void> {
  await sql`
    with minutes as (
      update email_minutes set tag = ${to} where environment_id = ${environmentId} and tag = ${tag}
    )
    update email_stats set tag = ${to} where environment_id = ${environmentId} and tag = ${tag}`.execute(tx)
}
