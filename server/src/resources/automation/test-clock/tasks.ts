import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { catchUpJob } from '../clock/jobs.ts'
import { catchUp } from './catch-up.ts'

export const testClockTasks = (database: Database, clock: Clock) =>
  perform(catchUpJob, job => catchUp(database, clock, job))
