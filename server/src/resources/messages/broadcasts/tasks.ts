import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { releaseBroadcast } from '#resources/messages/emails/later/release-broadcast.ts'
import { releaseTexts } from '#resources/messages/sms/release-texts.ts'
import { releaseBroadcastJob } from './jobs.ts'
import { findBroadcast } from './store.ts'

export const broadcastTasks = (database: Database) =>
  perform(releaseBroadcastJob, async ({ environmentId, broadcastId, channel }, { log }) => {
    const broadcast = await findBroadcast(database.db, { environmentId, id: broadcastId })
    if (!broadcast || broadcast.state === 'paused') return
    const which = { environmentId, broadcastId, isCanceled: broadcast.state === 'canceled' }
    const released = await (channel === 'email' ? releaseBroadcast : releaseTexts)(database, which)
    log.info({ released, broadcastId }, 'the waiting messages of a broadcast are due again')
  })
