/** A worker in its own process, for tests to kill and suspend. Its options come as JSON. */
import { sql } from 'kysely'
import { openDatabase } from '#postgres/database.ts'
import { defineJob } from './job.ts'
import { startJobs } from './jobs-only.fixture.ts'
import { perform } from './task.ts'

const { url, ...options } = JSON.parse(process.argv[2] ?? '{}')
const database = openDatabase({ url })
const run = defineJob<{ n: number; hold?: boolean }>('run')

await startJobs({
  ...options,
  database,
  concurrency: 2,
  tasks: perform(run, async ({ n, hold }, { attempt }) => {
    await sql`insert into runs values (${n}, ${attempt}, ${process.pid})`.execute(database.db)
    if (hold && attempt === 1) await new Promise(() => {})
  }),
})
