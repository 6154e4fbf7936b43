/** The channel of jobs: runs their tasks, some at a time. */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { Stopping } from '#core/process/stopping.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import type { Channel, Hand } from './channel.ts'
import { type HeldJob, type JobResult, jobTable, settleJobs } from './job-store.ts'
import { nextTime, type Schedule } from './schedule.ts'
import type { Task, Tasks } from './task.ts'

export type JobChannelOptions = {
  database: Database
  clock: Clock
  log: Logger
  tasks: Tasks
  schedules?: readonly Schedule[]
  /** How many run at once. */
  concurrency?: number
  /** How long disposing waits for those that run. */
  stopWithinMs?: number
}

/** With so many jobs in hand for each that runs, taking them costs little: what none is free for may be taken by other workers. */
const heldForEach = 10

export function jobChannel(options: JobChannelOptions): Channel<HeldJob> {
  const { database, clock, log, tasks, schedules = [], concurrency = 10, stopWithinMs = 20_000 } = options
  const stopping = new AbortController()
  const tooLong = new AbortController()
  const running = new Set<Promise<void>>()
  const waiting: { job: HeldJob; hand: Hand<HeldJob>; done: () => void }[] = []
  const settle = groupCommit<JobResult, undefined>(
    database,
    async (tx, results) => {
      await settleJobs(tx, results)
      return results.map(() => undefined)
    },
    { maxWaiting: Number.POSITIVE_INFINITY },
  )

  async function run(job: HeldJob, hand: Hand<HeldJob>): Promise<void> {
    const error = await attempt(job)
    try {
      // What is finished is written down when the database is back: it must not be done again.
      await throughOutages(() => settle({ job, ...resultOf(job, error) }))
    } finally {
      hand.drop([job])
    }
  }

  async function attempt({ id, task: name, payload, attempts, crashes }: HeldJob): Promise<unknown> {
    const job = { jobId: id, task: name, attempt: attempts + crashes + 1 }
    try {
      // `as`: the name says which payload belongs to which task.
      const task = tasks[name] as Task<object> | undefined
      if (!task) throw new Error(`there is no task of the name ${name}`)
      await task(payload, { attempt: job.attempt, signal: tooLong.signal, log: log.child(job) })
      return undefined
    } catch (err) {
      if (err instanceof Stopping) log.debug(job, 'given back by a worker that stops')
      else log.error({ err, ...job }, 'task failed')
      return err
    }
  }

  function resultOf({ schedule }: HeldJob, error: unknown): Omit<JobResult, 'job'> {
    if (error !== undefined) return { error: error instanceof Error ? error.message : String(error), again: null }
    // One of an older version ends here.
    const known = schedules.find(({ task }) => task === schedule)
    return { error: null, again: known ? nextTime(known, clock()) : null }
  }

  function pump(): void {
    while (running.size < concurrency && !stopping.signal.aborted) {
      const next = waiting.shift()
      if (!next) return
      const one = run(next.job, next.hand).finally(() => {
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
    async work(jobs, hand) {
      const all = jobs.map(job => new Promise<void>(done => waiting.push({ job, hand, done })))
      pump()
      await Promise.all(all)
    },
    stop: () => stopping.abort(),
    async drain() {
      // Those that wait are given back with all that the worker still has.
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
