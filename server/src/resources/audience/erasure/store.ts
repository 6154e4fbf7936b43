import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { Erasure, ErasureKey, OpenErasure } from './erasure.ts'
import type { Person } from './person.ts'

const columns = sql`environment_id as "environmentId", id, contact_id as "contactId", requested_at as "requestedAt",
  finished_at as "finishedAt"`

export async function findErasure(db: Db, { environmentId, id }: ErasureKey): Promise<Erasure | undefined> {
  const { rows } = await sql<Erasure>`
    select ${columns} from erasures where environment_id = ${environmentId} and id = ${id}`.execute(db)
  return rows[0]
}

/** The contact's latest erasure. */
export async function findErasureOf(db: Db, environmentId: string, contactId: string): Promise<Erasure | undefined> {
  const { rows } = await sql<Erasure>`
    select ${columns} from erasures where environment_id = ${environmentId} and contact_id = ${contactId}
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Returns the new erasure, or the one already in progress for this person. That one begins its search again: it may be past rows that were written since
 * its first request.
 */
export async function insertErasure(
  tx: Tx,
  { environmentId, id, contactId, requestedAt }: Erasure,
  { email, phoneNumber }: Person,
): Promise<Erasure> {
  const { rows } = await sql<Erasure>`
    insert into erasures (environment_id, id, contact_id, email, phone_number, requested_at)
    values (${environmentId}, ${id}, ${contactId}, ${email}, ${phoneNumber}, ${requestedAt.toISOString()})
    on conflict (environment_id, coalesce(email, ''), coalesce(phone_number, '')) where finished_at is null
    do update set contact_id = coalesce(erasures.contact_id, excluded.contact_id), searching = null, after = null,
      requested_at = greatest(excluded.requested_at, erasures.requested_at + interval '1 millisecond')
    returning ${columns}`.execute(tx)
  // `as`: the upsert always returns a row.
  return rows[0] as Erasure
}

/** Undefined when it is finished. */
export async function findOpen(db: Db, { environmentId, id }: ErasureKey): Promise<OpenErasure | undefined> {
  const { rows } = await sql<OpenErasure>`
    select ${columns}, json_build_object('email', email, 'phoneNumber', phone_number) as person, searching, after from erasures
    where environment_id = ${environmentId} and id = ${id} and finished_at is null`.execute(db)
  return rows[0]
}

/** Not for an erasure that was requested again since. */
const asRequested = ({ environmentId, id, requestedAt }: Erasure) =>
  sql`environment_id = ${environmentId} and id = ${id} and requested_at = ${requestedAt.toISOString()}`

/** Saves the search position. */
export async function saveSearchPosition(
  db: Db,
  erasure: OpenErasure,
  { searching, after }: Pick<OpenErasure, 'searching' | 'after'>,
): Promise<void> {
  await sql`
    update erasures set searching = ${searching}, after = ${after && JSON.stringify(after)}
    where ${asRequested(erasure)}`.execute(db)
}

/** Also deletes whom the erasure was about. False when it was requested again: the job of that request finishes it. */
export async function finish(tx: Tx, erasure: OpenErasure, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update erasures set email = null, phone_number = null, searching = null, after = null, finished_at = ${at.toISOString()}
    where ${asRequested(erasure)} and finished_at is null`.execute(tx)
  return numAffectedRows === 1n
}
