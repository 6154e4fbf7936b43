/** The log of requests of this process, with what it could not hold for Prometheus. */
import { systemClock } from '#core/clock.ts'
import type { Metrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'
import { openRequestLog, type RequestLog } from '#resources/account/request-log/keep.ts'
import type { Logger } from './log.ts'

export function requestLogOf(database: Database, log: Logger, { total }: Metrics): RequestLog {
  const requestLog = openRequestLog(database, {
    nowMs: () => systemClock().getTime(),
    onLost: err => log.warn({ err }, 'requests are missing in the log of requests'),
  })
  total({
    name: 'posthorn_request_log_dropped_total',
    help: 'Requests that could not be written down in the log of requests.',
    read: requestLog.dropped,
  })
  return requestLog
}
