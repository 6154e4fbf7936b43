import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { readFileJob } from './jobs.ts'
import { runImport } from './run.ts'
import { finish } from './store.ts'

/** Spread over half an hour. Errors of our own that last longer do not pass without a fix, and a file that is never read would keep its slot. */
const maxAttempts = 8

const ourError = 'The file could not be read because of an error inside Posthorn.'

export const contactFileTasks = (database: Database, clock: Clock) =>
  perform(readFileJob, async (key, { attempt, signal }) => {
    try {
      await runImport({ database, clock, signal }, key)
    } catch (error) {
      if (attempt >= maxAttempts && !signal.aborted)
        await database.transaction(tx => finish(tx, key, clock(), ourError))
      throw error
    }
  })
