/** `npm run worker`: the jobs alone, against DATABASE_URL. Any number of them share the work. */
import { loadConfig, startedByNpm } from './config.ts'
import { fatal } from './fatal.ts'
import { type Logger, openLog } from './log.ts'
import { type Database, openDatabase } from './postgres/database.ts'
import { prepareForRole } from './prepare.ts'
import { idempotencySchedules, idempotencyTasks } from './resources/idempotency/tasks.ts'
import { rateLimitSchedules, rateLimitTasks } from './resources/rate-limits/tasks.ts'
import { runService } from './run.ts'
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
  await runService(
    async () => {
      const config = loadConfig()
      const log = openLog(config.logLevel)
      if (!config.databaseUrl)
        throw fatal('DATABASE_URL must be set for `npm run worker`. `npm start` brings its own database.')
      const database = openDatabase({
        url: config.databaseUrl,
        onError: err => log.warn({ err }, 'database connection lost'),
      })
      await prepareForRole(config, database)
      const worker = await startWorkers(database, log, 25_000)
      log.info('worker is running')
      return {
        async [Symbol.asyncDispose]() {
          await worker[Symbol.asyncDispose]()
          await database[Symbol.asyncDispose]()
        },
      }
    },
    { startedByNpm: startedByNpm(), stopWithinMs: 30_000 },
  )
}
