import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import type { FetchContent } from '#resources/messages/emails/body/outside-content.ts'
import { erase } from './erase.ts'
import { eraseJob } from './jobs.ts'

export const erasureTasks = (database: Database, clock: Clock, fetchContent: FetchContent) =>
  perform(eraseJob, async (key, { log, signal }) => {
    const isFinished = await erase({ database, clock, signal, fetchContent }, key)
    if (isFinished) log.info({ erasureId: key.id }, 'a person was erased')
  })
