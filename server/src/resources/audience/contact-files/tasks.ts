import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { readFileJob } from './jobs.ts'
import { runImport } from './run.ts'

export const contactFileTasks = (database: Database, clock: Clock) =>
  perform(readFileJob, (key, { signal }) => runImport({ database, clock, signal }, key))
