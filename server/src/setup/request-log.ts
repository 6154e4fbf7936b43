/** The request log of this process, and a Prometheus count of the requests it lost. */
import { systemClock } from '#core/clock.ts'
import type { Metrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'
import { openRequestLog, type RequestLog } from '#resources/account/request-log/keep.ts'
import type { Logger } from './log.ts'

export function requestLogOf(database: Database, log: Logger, { total }: Metrics): RequestLog {
  const requestLog = openRequestLog(database, {
    nowMs: () => systemClock().getTime(),
    onLost: err => log.warn({ err }, 'requests could not be written to the request log'),
  })
  total({
    name: 'posthorn_request_log_dropped_total',
    help: 'Requests that could not be written to the request log.',
    read: requestLog.dropped,
  })
  return requestLog
}
