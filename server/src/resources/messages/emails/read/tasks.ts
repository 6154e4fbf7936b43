import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Db } from '#postgres/database.ts'
import { indexEmails } from './index-emails.ts'
import { indexEmailsJob } from './jobs.ts'

export const emailSearchTasks = (db: Db, clock: Clock) =>
  perform(indexEmailsJob, async () => void (await indexEmails(db, clock())))

/** Searches read emails since the last run one by one: 30,000 take some 50 ms. */
export const emailSearchSchedules = [{ task: indexEmailsJob.task, everyMinutes: 2 }]
