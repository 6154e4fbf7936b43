import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'

const names = {
  topic: sql`'$.** ? (@.topic_id == $id || (@.field == "contact.topics" && @.value == $id))'`,
  segment: sql`'$.** ? (@.segment_id == $id || (@.field == "contact.segments" && @.value == $id))'`,
  field: sql`'$.** ? (@.field == $own || @.field == $of_contact || @.property == $own
    || (@.type == "update_contact" && exists (@.config.properties.keyvalue() ? (@.key == $id))))'`,
}

/** Where else it is named. */
const inForms = (id: string) => ({
  topic: sql`${id}::uuid = any (topic_ids)`,
  segment: sql`false`,
  field: sql`${id}::text = any (fields)`,
})
const inBroadcasts = (id: string) => ({
  topic: sql`settings->>'topic_id' = ${id}::text`,
  segment: sql`settings->>'segment_id' = ${id}::text`,
  field: sql`(timezone_field = ${id}::text or exists (
    select from broadcast_contents c
    where c.environment_id = broadcasts.environment_id and c.broadcast_id = broadcasts.id
      and ${`contact.properties.${id}`}::text = any (c.uses) and not jsonb_exists(c.variables, 'contact')))`,
})
/** As Liquid reads it: `contact.properties.plan`, also with spaces and in brackets. The quotes in brackets are escaped in JSON. */
const printed = (key: string): string => `\\mcontact\\s*${nameOf('properties')}\\s*${nameOf(key)}`
const nameOf = (name: string): string => `(\\.\\s*${name}\\M|\\[\\s*\\\\*["']${name}\\\\*["']\\s*\\])`

/** Printed by a text. Messages without the value would fail. Keys have only letters, digits and underscores. */
const inTexts = (id: string) => ({
  topic: sql`false`,
  segment: sql`false`,
  field: sql`workflow_definition::text ~ ${printed(id)}::text`,
})

/**
 * What uses a topic, a segment or a contact field, in words, at most ten. It cannot be deleted meanwhile, and must be locked. A field is named by its
 * key, the others by their ids.
 */
export async function findUses(tx: Tx, environmentId: string, of: keyof typeof names, id: string): Promise<string[]> {
  const named = sql`${names[of]}, jsonb_build_object('id', ${id}::text,
    'own', 'properties.' || ${id}::text, 'of_contact', 'contact.properties.' || ${id}::text)`
  const { rows } = await sql<{ use: string }>`
    select use from (
      select 'the segment ' || name as use from segments
      where environment_id = ${environmentId} and filter is not null and jsonb_path_exists(filter, ${named})
      union all
      select 'the workflow ' || name from workflows
      where environment_id = ${environmentId}
        and (jsonb_path_exists(trigger_config, ${named}) or jsonb_path_exists(workflow_definition, ${named})
          or ${inTexts(id)[of]})
      union all
      select 'the broadcast ' || name || ' (' || state || ')' from broadcasts
      where environment_id = ${environmentId} and state in ('scheduled', 'sending', 'paused')
        and ${inBroadcasts(id)[of]}
      union all
      select 'the signup form ' || name from signup_forms
      where environment_id = ${environmentId} and ${inForms(id)[of]}
    ) as uses order by use limit 10`.execute(tx)
  return rows.map(({ use }) => use)
}
