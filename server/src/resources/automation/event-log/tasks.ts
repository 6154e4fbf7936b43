import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { markEventsJob } from './jobs.ts'
import { markEvents } from './mark.ts'

export const eventLogTasks = (database: Database) => perform(markEventsJob, () => markEvents(database))

export const eventLogSchedules = [{ task: markEventsJob.task, everyMinutes: 60, offsetMinutes: 15 }]
