/** Members of lists. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

type Listed = { environmentId: string; segmentId: string; contactIds: readonly string[] }

/** Adds missing members and returns how many; contacts deleted in the meantime are left out. */
export async function insertMembers(
  tx: Tx,
  { environmentId, segmentId, contactIds }: Listed,
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into segment_members (environment_id, segment_id, contact_id, created_at)
    select c.environment_id, ${segmentId}, c.id, ${at} from contacts c
    where c.environment_id = ${environmentId} and c.id = any (${contactIds}::uuid[])
    order by c.id for key share of c
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function deleteMembers(tx: Tx, { environmentId, segmentId, contactIds }: Listed): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from segment_members
    where environment_id = ${environmentId} and segment_id = ${segmentId}
      and contact_id = any (${contactIds}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The contacts that match; the condition is on a table `contacts`. */
export async function findAmong(
  db: Db,
  environmentId: string,
  contactIds: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from contacts
    where environment_id = ${environmentId} and id = any (${contactIds}::uuid[]) and ${condition}`.execute(db)
  return rows.map(({ id }) => id)
}
