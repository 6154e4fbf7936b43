/** One run of graphile's runner under one pool id, with its connections and its heartbeat, from start to end. */
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type JobHelpers,
  type ParsedCronItem,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Logger } from 'pino'
import type { Identity } from '#core/process-identity.ts'
import { Stopping } from '#core/stopping.ts'
import type { Database } from '#postgres/database.ts'
import { openQueuePool } from '#queue/queue-pool.ts'
import { graphileLog } from './graphile-log.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import type { Task, Tasks } from './task.ts'

export type ShiftOptions = {
  database: Database
  tasks: Tasks
  cronItems: ParsedCronItem[]
  log: Logger
  concurrency: number
  identity: Identity
  stopping: AbortSignal
  beatMs: number
  leaseMs: number
  stopWithinMs: number
  /** The worker that the tasks run in. It outlives this shift, and so does what they have claimed in its name. */
  worker: { id: string; heartbeat: Heartbeat }
  /** The connection of the heartbeats. */
  beats: Database
}

export type Shift = AsyncDisposable & {
  /** Settles when graphile's runner has ended, on request or by itself. */
  readonly ended: Promise<void>
}

export async function startShift(options: ShiftOptions): Promise<Shift> {
  const { database, beats, cronItems, log, concurrency, stopWithinMs, stopping } = options
  await using opened = new AsyncDisposableStack()
  const queue = opened.use(openQueuePool({ database, connections: concurrency + 2, stopping }))
  const events: WorkerEvents = new EventEmitter()
  const held = watchHeldJobs(events)
  letLocalQueueGiveBack(events)
  const created = once(events, 'pool:create')
  // Graphile may hand out a job before the heartbeat has been started.
  const started = Promise.withResolvers<Heartbeat>()
  const over = new AbortController()

  const runner = await run({
    pgPool: queue.forGraphile,
    noHandleSignals: true,
    taskList: toTaskList(options, started.promise, over.signal),
    parsedCronItems: cronItems,
    logger: graphileLog(log),
    events,
    preset: { worker: graphileSettings(concurrency, stopWithinMs) },
  })
  const ended = runner.promise.catch(() => {})
  const [{ workerPool }] = await created
  const heartbeat = startHeartbeat({ ...options, database: beats, poolId: workerPool.id, held: () => [...held] })
  started.resolve(opened.use(heartbeat))

  const resources = opened.move()
  return {
    ended,
    async [Symbol.asyncDispose]() {
      const finished = await within(stopWithinMs, stop(runner, ended))
      if (!finished) log.warn({ jobs: [...held] }, 'stopped while tasks were running; their jobs are given back')
      // A runner that has ended by itself does not tell its tasks.
      over.abort(new Stopping())
      await resources.disposeAsync()
    },
  }
}

function graphileSettings(concurrency: number, stopWithinMs: number): GraphileConfig.WorkerOptions {
  return {
    schema: 'graphile_worker',
    concurrentJobs: concurrency,
    // Jobs are picked up by NOTIFY in a few milliseconds; by polling when that is lost, when they are due, or given back.
    pollInterval: 1_000,
    // Jobs are taken in batches: here 10,500/s with twice the hands, 4,800–7,600/s with as many, no more with ten times.
    // What no hand is free for within a second goes back, for other workers may be idle.
    localQueue: { size: 2 * concurrency, ttl: 1_000 },
    // Not -1: graphile then leaves a rejected promise that ends the process.
    completeJobBatchDelay: 5,
    failJobBatchDelay: 0,
    gracefulShutdownAbortTimeout: stopWithinMs * 0.8,
  }
}

/** The ids of the jobs that this process has: waiting for a hand, or running. */
function watchHeldJobs(events: WorkerEvents): ReadonlySet<string> {
  const held = new Set<string>()
  const add = (job: { id: string }) => held.add(job.id)
  const drop = (job: { id: string }) => held.delete(job.id)
  events.on('localQueue:getJobs:complete', ({ jobs }) => void jobs.map(add))
  events.on('localQueue:returnJobs', ({ jobs }) => void jobs.map(drop))
  events.on('job:complete', ({ job }) => void drop(job))
  return held
}

/**
 * Graphile 0.18 stumbles when it is told to stop while jobs wait in its local queue with nothing else under way: it logs
 * errors, and stops by force. So something is always under way, until the queue is released.
 */
function letLocalQueueGiveBack(events: WorkerEvents): void {
  const released = Promise.withResolvers<void>()
  // `as`: the method is private, and there is no other way.
  events.on('localQueue:init', ({ localQueue }) =>
    (localQueue as unknown as { background(work: Promise<void>): void }).background(released.promise),
  )
  events.on('localQueue:setMode', ({ newMode }) => {
    if (newMode === 'RELEASED') released.resolve()
  })
}

function toTaskList({ tasks, log, worker }: ShiftOptions, started: Promise<Heartbeat>, over: AbortSignal): TaskList {
  const wrap =
    (task: Task<never>) =>
    async (payload: unknown, { job, abortSignal }: JobHelpers) => {
      // What a task claims in our name must not look as if it were a dead worker's.
      const heartbeats = [await started, worker.heartbeat]
      await Promise.all(heartbeats.map(({ begun }) => begun))
      // After a long stop the jobs that were waiting here are in other hands.
      if (!heartbeats.every(one => one.holdsLease()))
        throw new Error('not begun: the heartbeat has failed for longer than the lease')
      await task(payload as never, {
        jobId: job.id,
        workerId: worker.id,
        attempt: job.attempts,
        signal: AbortSignal.any([abortSignal, over]),
        log: log.child({ jobId: job.id, task: job.task_identifier }),
      })
    }
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, wrap(task)]))
}

async function stop(runner: Runner, ended: Promise<void>): Promise<void> {
  // It refuses when it has ended by itself.
  await runner.stop().catch(() => {})
  await ended
}

async function within(ms: number, work: Promise<void>): Promise<boolean> {
  const timer = new AbortController()
  const finished = await Promise.race([work.then(() => true), pause(ms, false, { signal: timer.signal })])
  timer.abort()
  return finished
}
