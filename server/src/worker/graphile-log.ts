import { Logger as GraphileLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import { Stopping } from '#core/stopping.ts'
import { isOutage } from '#postgres/outage.ts'

type FailedJob = { id: string; task_identifier: string; attempts: number; max_attempts: number }

/** Graphile tells every step at info: that is debug here. Payloads, which it adds to its messages, are left out. */
export const graphileLog = (log: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message, meta) => {
    const err = meta.error ?? meta.fatalError
    if (meta.failure && err instanceof Stopping)
      log.debug(named(meta.job as FailedJob), 'given back by a worker that stops')
    else if (meta.failure) log.error({ err, ...named(meta.job as FailedJob) }, 'task failed')
    // The heartbeat says once that the database is away.
    else if (level === 'error' && !isOutage(err) && !isAbort(err)) log.error({ err }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })

const named = ({ id, task_identifier, attempts, max_attempts }: FailedJob) => ({
  jobId: id,
  task: task_identifier,
  attempt: attempts,
  maxAttempts: max_attempts,
})

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
