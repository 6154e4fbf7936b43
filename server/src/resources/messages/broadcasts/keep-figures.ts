/** The figures of a broadcast stay when its messages have expired. Those of emails are counted as results arrive, so only those of text messages are kept here. */
import { enqueue } from '#engine/enqueue.ts'
import type { Tx } from '#postgres/database.ts'
import { keepSmsFigures } from '#resources/messages/broadcast-figures/keep-sms.ts'
import type { Broadcast } from './broadcast.ts'
import { type KeepFigures, keepFiguresJob } from './jobs.ts'
import { lockBroadcast } from './store.ts'

const hourMs = 3_600_000
/** Receipts may come for days. No text message expires sooner than it can have them, as long as messages are kept for a week. */
const afterMs = [hourMs, 24 * hourMs, 5 * 24 * hourMs]

/** For a broadcast that has ended. */
export async function keepFiguresLater(
  tx: Tx,
  { environmentId, id, channel }: Pick<Broadcast, 'environmentId' | 'id' | 'channel'>,
  now: Date,
): Promise<void> {
  if (channel !== 'sms') return
  const jobs = afterMs.map(ms =>
    keepFiguresJob({ environmentId, broadcastId: id }, { runAt: new Date(now.getTime() + ms) }),
  )
  await enqueue(tx, jobs)
}

/** The lock lets one job at a time add what is missing. */
export async function keepFigures(tx: Tx, { environmentId, broadcastId }: KeepFigures): Promise<void> {
  const broadcast = await lockBroadcast(tx, { environmentId, id: broadcastId })
  if (broadcast) await keepSmsFigures(tx, broadcast)
}
