import { deserialize, serialize } from 'node:v8'
import type { Jobs, RunJob } from './job.ts'

/** Runs the jobs of a pool in this process, for tests. Data is cloned as on the way to a child. */
export const runHere =
  (jobs: Jobs): RunJob =>
  async ({ name, input }) => {
    const job = jobs[name]
    if (!job) throw new Error(`there is no job ${name}`)
    // `as`: the caller passes the input of the job that it names.
    return deserialize(serialize(await job(deserialize(serialize(input)) as never)))
  }
