import type { Mode } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import type { QuietHours } from './quiet-hours.ts'
import { updateQuietHours } from './store.ts'

/** Applies to messages sent from now on, and to those that wait for a retry. Null: no quiet hours. */
export async function setQuietHours(
  tx: Tx,
  environment: { organizationId: string; mode: Mode },
  hours: QuietHours | null,
): Promise<void> {
  if (isId(environment.organizationId) && (await updateQuietHours(tx, environment, hours))) return
  throw notFound('organization')
}
