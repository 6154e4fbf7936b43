import type { Database } from '#postgres/database.ts'
import { perform } from '#worker/task.ts'
import { markEventsJob } from './jobs.ts'
import { markEvents } from './mark.ts'

export const eventLogTasks = (database: Database) => perform(markEventsJob, () => markEvents(database))

export const eventLogSchedules = [{ task: markEventsJob.task, cron: '15 * * * *' }]
