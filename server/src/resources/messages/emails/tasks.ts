import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import type { ObjectStore } from '#transports/object-store.ts'
import { endUnusedContents } from './jobs.ts'
import { removeUnused } from './outside/end.ts'

/** `objects` is null when everything is kept in the database. */
export const emailTasks = (database: Database, objects: ObjectStore | null) =>
  perform(endUnusedContents, async (_payload, { log }) => {
    const removed = objects ? await removeUnused(database, objects) : 0
    if (removed > 0) log.info({ removed }, 'removed contents that no email uses any more')
  })

export const emailSchedules = [{ task: endUnusedContents.task, everyMinutes: 10, offsetMinutes: 3 }]
