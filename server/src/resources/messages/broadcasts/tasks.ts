import { perform, type Tasks } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { releaseBroadcast } from '#resources/messages/emails/later/release-broadcast.ts'
import { releaseTexts } from '#resources/messages/sms/release-texts.ts'
import { keepFiguresJob, releaseBroadcastJob } from './jobs.ts'
import { keepFigures } from './keep-figures.ts'
import { findBroadcast } from './store.ts'

export const broadcastTasks = (database: Database): Tasks => ({
  ...perform(keepFiguresJob, payload => database.transaction(tx => keepFigures(tx, payload))),
  ...perform(releaseBroadcastJob, async ({ environmentId, broadcastId, channel }, { log }) => {
    const broadcast = await findBroadcast(database.db, { environmentId, id: broadcastId })
    if (!broadcast || broadcast.state === 'paused') return
    const which = { environmentId, broadcastId, isCanceled: broadcast.state === 'canceled' }
    const released = await (channel === 'email' ? releaseBroadcast : releaseTexts)(database, which)
    log.info({ released, broadcastId }, 'the waiting messages of a broadcast are due again')
  }),
})
