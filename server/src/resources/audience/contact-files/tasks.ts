import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { readFileJob } from './jobs.ts'
import { runImport } from './run.ts'
import { finish } from './store.ts'

/** In half an hour: what is wrong with us by then will not pass by itself, and a file that is never read would take the place of another. */
const maxAttempts = 8

const ourError = 'It could not be read because of an error inside Posthorn.'

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
