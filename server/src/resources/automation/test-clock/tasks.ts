import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { catchUp } from './catch-up.ts'
import { catchUpJob } from './jobs.ts'

export const testClockTasks = (database: Database, clock: Clock) =>
  perform(catchUpJob, job => catchUp(database, clock, job))
