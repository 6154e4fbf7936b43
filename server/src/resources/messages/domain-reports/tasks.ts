import type { Clock } from '#core/clock.ts'
import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { expireDomainReports } from './expire.ts'
import { expireDomainReportsJob } from './jobs.ts'

export const domainReportTasks = (database: Database, clock: Clock) =>
  perform(expireDomainReportsJob, async (_payload, { log }) => {
    const deleted = await expireDomainReports(database, clock)
    log.debug({ deleted }, 'old domain reports deleted')
  })

export const domainReportSchedules = [{ task: expireDomainReportsJob.task, everyMinutes: 1_440, offsetMinutes: 200 }]
