/** A searchable copy of each property value, written in the same transaction as the contact. */
import { sql } from 'kysely'
import { asTable, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'
import type { ValueChange } from './properties.ts'

export type ValueRow = ValueChange & { environmentId: string; contactId: string }

const keysOf = (rows: readonly ValueRow[]) => ({
  environment_id: uuids(rows.map(one => one.environmentId)),
  field_id: uuids(rows.map(one => one.fieldId)),
  contact_id: uuids(rows.map(one => one.contactId)),
})

/** The contacts must be new or locked; each value may appear once. */
export async function saveValues(tx: Tx, changes: readonly ValueRow[]): Promise<void> {
  const cleared = changes.filter(({ value }) => value === null)
  const set = changes.filter(({ value }) => value !== null)
  if (set.length > 0)
    await sql`
      insert into contact_values (environment_id, field_id, contact_id, value)
      select * from ${asTable({ ...keysOf(set), value: texts(set.map(one => one.value)) })}
      on conflict (environment_id, field_id, contact_id) do update set value = excluded.value`.execute(tx)
  if (cleared.length > 0)
    await sql`
      delete from contact_values where (environment_id, field_id, contact_id) in (
        select * from ${asTable(keysOf(cleared))})`.execute(tx)
}

type FieldKey = { environmentId: string; id: string }

/** Removes a page of a field's values from their contacts and returns how many. */
export async function removePageOfValues(tx: Tx, { environmentId, id }: FieldKey, key: string, limit: number) {
  const { rows } = await sql<{ contactId: string }>`
    select contact_id as "contactId" from contact_values
    where environment_id = ${environmentId} and field_id = ${id} order by contact_id limit ${limit}`.execute(tx)
  const ids = rows.map(({ contactId }) => contactId)
  if (ids.length === 0) return 0
  // Same lock order as everywhere.
  await sql`
    select from contacts where environment_id = ${environmentId} and id = any (${ids}::uuid[])
    order by environment_id, id for update`.execute(tx)
  await sql`
    update contacts set properties = nullif(properties - ${key}::text, '{}')
    where environment_id = ${environmentId} and id = any (${ids}::uuid[])`.execute(tx)
  await sql`
    delete from contact_values
    where environment_id = ${environmentId} and field_id = ${id} and contact_id = any (${ids}::uuid[])`.execute(tx)
  return ids.length
}
