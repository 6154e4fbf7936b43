import type { Tx } from '#postgres/database.ts'
import { isNothing, statsColumns } from './figures.ts'
import { countSms } from './sms-store.ts'
import { findStats, insertBroadcastStats } from './store.ts'

/** Adds to the figures of the broadcast what they differ by from its messages. Does nothing once messages have expired. */
export async function keepSmsFigures(
  tx: Tx,
  { environmentId, id }: { environmentId: string; id: string },
): Promise<void> {
  const [kept] = await findStats(tx, environmentId, [id])
  const [counted] = await countSms(tx, environmentId, [id])
  if (!counted || counted.messages < (kept?.messages ?? 0)) return
  const counts = Object.fromEntries(statsColumns.map(column => [column, counted[column] - (kept?.[column] ?? 0)]))
  if (!isNothing(counts)) await insertBroadcastStats(tx, [{ environmentId, id, variant: 'a', counts }])
}
