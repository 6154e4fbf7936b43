/** Who is on a list. */
import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'

type Listed = { environmentId: string; segmentId: string; contactIds: readonly string[] }

/** Those that were not on it yet; contacts that have gone meanwhile are left out. */
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
