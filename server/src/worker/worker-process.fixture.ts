/** A worker in a process of its own, to be killed and stopped by tests: its options come as JSON. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { openDatabase } from '#postgres/database.ts'
import { defineJob } from '#queue/job.ts'
import { startWorker } from './runner.ts'
import { perform } from './task.ts'

const { url, ...options } = JSON.parse(process.argv[2] ?? '{}')
const database = openDatabase({ url })
const run = defineJob<{ n: number; hold?: boolean }>('run')

await startWorker({
  ...options,
  database,
  log: pino({ level: 'silent' }),
  concurrency: 2,
  tasks: perform(run, async ({ n, hold }, { attempt }) => {
    await sql`insert into runs values (${n}, ${attempt}, ${process.pid})`.execute(database.db)
    if (hold && attempt === 1) await new Promise(() => {})
  }),
})
