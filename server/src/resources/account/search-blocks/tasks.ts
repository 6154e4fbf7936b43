import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Db } from '#postgres/database.ts'
import { makeContactBlocks, makeEmailBlocks, makeSmsBlocks } from './jobs.ts'
import { makeBlocks } from './make-blocks.ts'

export const searchBlockTasks = (db: Db, clock: Clock) => ({
  ...perform(makeEmailBlocks, async () => void (await makeBlocks(db, 'emails', clock()))),
  ...perform(makeContactBlocks, async () => void (await makeBlocks(db, 'contacts', clock()))),
  ...perform(makeSmsBlocks, async () => void (await makeBlocks(db, 'sms', clock()))),
})

/** A search reads newer objects one by one. */
export const searchBlockSchedules = [
  { task: makeEmailBlocks.task, everyMinutes: 2 },
  { task: makeContactBlocks.task, everyMinutes: 2 },
  { task: makeSmsBlocks.task, everyMinutes: 2 },
]
