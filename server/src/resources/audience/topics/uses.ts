import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'

const names = {
  topic: sql`'$.** ? (@.topic_id == $id || (@.field == "contact.topics" && @.value == $id))'`,
  segment: sql`'$.** ? (@.segment_id == $id || (@.field == "contact.segments" && @.value == $id))'`,
}

/** What uses a topic or a segment, in words, at most ten. It cannot be deleted meanwhile, and must be locked. */
export async function findUses(tx: Tx, environmentId: string, of: keyof typeof names, id: string): Promise<string[]> {
  const named = sql`${names[of]}, jsonb_build_object('id', ${id}::text)`
  const forms = sql`
    union all
    select 'the signup form ' || name from signup_forms
    where environment_id = ${environmentId} and ${id}::uuid = any (topic_ids)`
  const { rows } = await sql<{ use: string }>`
    select use from (
      select 'the segment ' || name as use from segments
      where environment_id = ${environmentId} and filter is not null and jsonb_path_exists(filter, ${named})
      union all
      select 'the workflow ' || name from workflows
      where environment_id = ${environmentId}
        and (jsonb_path_exists(trigger_config, ${named}) or jsonb_path_exists(workflow_definition, ${named}))
      union all
      select 'the broadcast ' || name || ' (' || state || ')' from broadcasts
      where environment_id = ${environmentId} and state in ('scheduled', 'sending', 'paused')
        and settings->>${`${of}_id`} = ${id}::text
      ${of === 'topic' ? forms : sql``}
    ) as uses order by use limit 10`.execute(tx)
  return rows.map(({ use }) => use)
}
