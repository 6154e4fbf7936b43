/** `npm run worker`: the jobs alone, against DATABASE_URL. Any number of them share the work. */
import { loadConfig, startedByNpm } from './config.ts'
import type { Logger } from './log.ts'
import type { Database } from './postgres/database.ts'
import { idempotencySchedules, idempotencyTasks } from './resources/idempotency/tasks.ts'
import { rateLimitSchedules, rateLimitTasks } from './resources/rate-limits/tasks.ts'
import { runRole } from './role.ts'
import { startWorker, type Worker } from './worker/runner.ts'

export function startWorkers(database: Database, log: Logger, stopWithinMs: number): Promise<Worker> {
  return startWorker({
    database,
    log,
    stopWithinMs,
    tasks: { ...idempotencyTasks(database), ...rateLimitTasks(database) },
    schedules: [...idempotencySchedules, ...rateLimitSchedules],
  })
}

if (import.meta.main) {
  await runRole({
    name: 'worker',
    loadConfig,
    startedByNpm: startedByNpm(),
    stopWithinMs: 30_000,
    async start(_config, database, log) {
      const worker = await startWorkers(database, log, 25_000)
      log.info('worker is running')
      return worker
    },
  })
}
