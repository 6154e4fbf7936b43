/** Pauses broadcasts that harm a domain until somebody resumes them. */
import type { Clock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import { enqueue } from '#engine/enqueue.ts'
import { record } from '#events/record.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { releasePausedJob } from './jobs.ts'
import { describePause, minCounts, tooMany } from './rates.ts'
import { type Broadcasts, endPause, findBroadcasts, insertPause } from './store.ts'

const dayMs = 86_400_000

/** Any number of workers may run this at once: each pause begins once. */
export async function pauseBroadcasts(database: Database, clock: Clock): Promise<void> {
  const now = clock()
  const found = await findBroadcasts(database.db, new Date(now.getTime() - dayMs), minCounts)
  for (const broadcasts of found) {
    const reason = tooMany(broadcasts, broadcasts)
    if (reason !== undefined) await database.transaction(tx => pause(tx, broadcasts, reason, now))
  }
}

async function pause(tx: Tx, broadcasts: Broadcasts, reason: string, at: Date): Promise<void> {
  const { environmentId, domain, sent, bounced, complained } = broadcasts
  const id = newId(at)
  if (!(await insertPause(tx, { environmentId, domain, id, reason, pausedAt: at }))) return
  const data = { pause_id: id, domain, reason, sent, bounced, complained }
  await record(tx, [{ environmentId, subjectId: id, type: 'broadcast.paused', data, at }])
}

/** By then a worker that looked before the pause ended, and puts an email back for it, has done so. */
const onceMoreAfterMs = 120_000

/** By the domain or the id of the pause. Waiting emails are released, and mail that leaves from the next hour on is judged anew. */
export async function resumeBroadcasts(
  tx: Tx,
  environmentId: string,
  which: { domain: string } | { id: string },
  at: Date,
): Promise<void> {
  const ended = await endPause(tx, environmentId, which, at)
  if (!ended) throw notFound('pause')
  const data = { pause_id: ended.id, domain: ended.domain }
  await record(tx, [{ environmentId, subjectId: ended.id, type: 'broadcast.resumed', data, at }])
  const waiting = { environmentId, waitsFor: describePause(ended) }
  const again = { runAt: new Date(at.getTime() + onceMoreAfterMs) }
  await enqueue(tx, [releasePausedJob(waiting), releasePausedJob(waiting, again)])
}
