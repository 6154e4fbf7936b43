import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import type { ObjectStore } from '#transports/object-store.ts'
import { endUnusedContents } from './jobs.ts'
import { endUnused } from './outside/end.ts'

/** `objects` is null where everything is kept in the database. */
export const emailTasks = (database: Database, objects: ObjectStore | null) =>
  perform(endUnusedContents, async (_payload, { log }) => {
    const removed = objects ? await endUnused(database, objects) : 0
    if (removed > 0) log.info({ removed }, 'contents that no email uses any more have been removed')
  })

export const emailSchedules = [{ task: endUnusedContents.task, everyMinutes: 10, offsetMinutes: 3 }]
