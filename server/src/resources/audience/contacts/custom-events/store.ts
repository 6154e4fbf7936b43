import { sql } from 'kysely'
import { asTable, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'
import type { Address } from '../store.ts'

export type EventRow = {
  environmentId: string
  contactId: string
  id: string
  name: string
  data: object
  at: Date
}

/** The existing contacts, as "environment id". They cannot be deleted until the transaction ends, but can be changed. */
export async function holdContacts(tx: Tx, wanted: readonly Address[]): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set()
  const { rows } = await sql<Address>`
    select c.environment_id as "environmentId", c.id from contacts c
    where (c.environment_id, c.id) in (
      select * from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${wanted.map(one => one.id)}::uuid[]))
    order by c.environment_id, c.id
    for key share of c`.execute(tx)
  return new Set(rows.map(({ environmentId, id }) => `${environmentId} ${id}`))
}

export async function insertContactEvents(tx: Tx, rows: readonly EventRow[]): Promise<void> {
  await sql`
    insert into contact_events (environment_id, name, contact_id, id)
    select * from ${asTable({
      environment_id: uuids(rows.map(one => one.environmentId)),
      name: texts(rows.map(one => one.name)),
      contact_id: uuids(rows.map(one => one.contactId)),
      id: uuids(rows.map(one => one.id)),
    })}`.execute(tx)
}
