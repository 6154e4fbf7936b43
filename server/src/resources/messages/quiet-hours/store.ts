import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import type { Tx } from '#postgres/database.ts'
import type { QuietHours } from './quiet-hours.ts'

/** Returns false when there is no such organization. */
export async function updateQuietHours(
  tx: Tx,
  { organizationId, mode }: { organizationId: string; mode: Mode },
  hours: QuietHours | null,
): Promise<boolean> {
  const { rows } = await sql`
    update environments set quiet_from = ${hours?.from ?? null}, quiet_to = ${hours?.to ?? null}
    where organization_id = ${organizationId} and mode = ${mode}
    returning id`.execute(tx)
  return rows.length > 0
}
