/** The channel of jobs: runs a limited number of tasks at once. */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { Stopping } from '#core/process/stopping.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import type { Channel, Holder } from './channel.ts'
import { type HeldJob, type JobResult, jobTable, settleJobs } from './job-store.ts'
import { nextTime, type Schedule } from './schedule.ts'
import type { Task, Tasks } from './task.ts'

export type JobChannelOptions = {
  database: Database
  clock: Clock
  log: Logger
  tasks: Tasks
  schedules?: readonly Schedule[]
  /** How many tasks run at once. */
  concurrency?: number
  /** How long disposing waits for running tasks. */
  stopWithinMs?: number
}

/** Jobs held per running task: enough to take them in batches, and few enough to leave the backlog to other workers. */
const heldForEach = 10

export function jobChannel(options: JobChannelOptions): Channel<HeldJob> {
  const { database, clock, log, tasks, schedules = [], concurrency = 10, stopWithinMs = 20_000 } = options
  const stopping = new AbortController()
  const tooLong = new AbortController()
  const running = new Set<Promise<void>>()
  const waiting: { job: HeldJob; holder: Holder<HeldJob>; done: () => void }[] = []
  const settle = groupCommit<JobResult, undefined>(
    database,
    async (tx, results) => {
      await settleJobs(tx, results)
      return results.map(() => undefined)
    },
    { maxWaiting: Number.POSITIVE_INFINITY },
  )

  async function run(job: HeldJob, holder: Holder<HeldJob>): Promise<void> {
    const error = await attempt(job)
    try {
      // During an outage we wait and record the result afterwards, so that a finished job does not run again.
      await throughOutages(() => settle({ job, ...resultOf(job, error) }))
    } finally {
      holder.drop([job])
    }
  }

  async function attempt({ id, task: name, payload, attempts, crashes }: HeldJob): Promise<unknown> {
    const job = { jobId: id, task: name, attempt: attempts + crashes + 1 }
    try {
      // `as`: the task name implies the payload type.
      const task = tasks[name] as Task<object> | undefined
      if (!task) throw new Error(`there is no task of the name ${name}`)
      await task(payload, { attempt: job.attempt, signal: tooLong.signal, log: log.child(job) })
      return undefined
    } catch (err) {
      if (err instanceof Stopping) log.debug(job, 'released because the worker stops')
      else log.error({ err, ...job }, 'task failed')
      return err
    }
  }

  function resultOf({ schedule }: HeldJob, error: unknown): Omit<JobResult, 'job'> {
    if (error !== undefined) return { error: error instanceof Error ? error.message : String(error), again: null }
    // A schedule that only an older version knows ends here.
    const known = schedules.find(({ task }) => task === schedule)
    return { error: null, again: known ? nextTime(known, clock()) : null }
  }

  function pump(): void {
    while (running.size < concurrency && !stopping.signal.aborted) {
      const next = waiting.shift()
      if (!next) return
      const one = run(next.job, next.holder).finally(() => {
        running.delete(one)
        next.done()
        pump()
      })
      running.add(one)
    }
  }

  return {
    table: jobTable,
    columns: sql`work.id, work.task, work.payload, work.schedule, work.attempts`,
    only: sql<boolean>`work.task = any (${Object.keys(tasks)}::text[])`,
    maxHeld: heldForEach * concurrency,
    maxBatch: heldForEach * concurrency,
    async work(jobs, holder) {
      const all = jobs.map(job => new Promise<void>(done => waiting.push({ job, holder, done })))
      pump()
      await Promise.all(all)
    },
    stop: () => stopping.abort(),
    async drain() {
      // Waiting jobs are released with everything else that the worker still holds.
      waiting.length = 0
      const { promise: late, resolve: giveUp } = Promise.withResolvers<void>()
      const timers = [
        setTimeout(() => tooLong.abort(new Stopping()), stopWithinMs * 0.8),
        setTimeout(giveUp, stopWithinMs),
      ]
      await Promise.race([Promise.all(running), late])
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
