/** Runs the tasks of the jobs in the queue, until it is disposed of: whatever ends graphile's runner, it is started again. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { thisIdentity } from '#core/process-identity.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { startHeartbeat } from './heartbeat.ts'
import { type Schedule, toCronItems } from './schedule.ts'
import { type Shift, type ShiftOptions, startShift } from './shift.ts'
import type { Tasks } from './task.ts'

/** Disposing stops taking jobs, waits for the tasks that run, gives back the rest. */
export type Worker = AsyncDisposable & {
  /** False while no runner takes jobs: the database is away, or something is wrong with the queue. */
  isWorking(): boolean
  /** Resolves when it cannot work although the database answers: only a new process may help. */
  readonly failed: Promise<Error>
}

export type WorkerOptions = {
  database: Database
  tasks: Tasks
  schedules?: readonly Schedule[]
  log: Logger
  /** How many jobs run at once. */
  concurrency?: number
  beatMs?: number
  /** After so long without a beat a worker counts as dead. */
  leaseMs?: number
  stopWithinMs?: number
  /** For so long the runner may keep ending before the worker gives up. */
  giveUpAfterMs?: number
  /** What must have ended before others may take this worker for gone. */
  lastWork?: () => PromiseLike<void>
  /** Where process ids mean the same; found out unless told. */
  machine?: string
}

export async function startWorker(given: WorkerOptions): Promise<Worker> {
  const { schedules = [], machine, lastWork, giveUpAfterMs = 300_000, ...options } = given
  const stop = new AbortController()
  const identity = thisIdentity()
  await using opened = new AsyncDisposableStack()
  // Tasks that use up every connection must not make a living worker look dead: the heartbeats have their own.
  const beats = opened.use(openBeatDatabase(options.database))
  const usual = { concurrency: 10, beatMs: 10_000, leaseMs: 30_000, ...options }
  const whole = { ...usual, identity: { ...identity, machine: machine ?? identity.machine } }
  const id = `worker-${randomUUID()}`
  const heartbeat = opened.use(startHeartbeat({ ...whole, database: beats, poolId: id, held: () => [] }))
  const shiftOptions: ShiftOptions = {
    // Leaves 5 s to close: a worker that is told to end is gone within 30.
    stopWithinMs: 25_000,
    ...whole,
    worker: { id, heartbeat },
    beats,
    cronItems: toCronItems(schedules),
    stopping: stop.signal,
  }
  const shifts = keepWorking(await startShift(shiftOptions), shiftOptions, giveUpAfterMs)
  const kept = opened.move()
  return {
    isWorking: () => shifts.isRunning() && heartbeat.holdsLease(),
    failed: shifts.failed,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await shifts.ended
      await lastWork?.()
      await kept.disposeAsync()
    },
  }
}

function openBeatDatabase({ pool }: Database): Database {
  const url = pool.options.connectionString
  if (!url) throw new Error('a worker needs a database that was opened by its URL')
  return openDatabase({ url, connections: 1, queryTimeoutMs: 4_000 })
}

type Shifts = { isRunning(): boolean; failed: Promise<Error>; ended: Promise<void> }

/** A shift that lasts so long ran well: one that ends after that is no sequel of the last. */
const steadyMs = 60_000
const shortestPause = 500

function keepWorking(first: Shift, options: ShiftOptions, giveUpAfterMs: number): Shifts {
  const { stopping, log } = options
  const stopped = new Promise<void>(resolve => stopping.addEventListener('abort', () => resolve()))
  const failed = Promise.withResolvers<Error>()
  let running = true
  /** When the trouble began that is not over yet. */
  let failingSince: number | undefined

  async function work(): Promise<void> {
    let shift: Shift | undefined = first
    for (let delay = shortestPause; ; delay = Math.min(2 * delay, 30_000)) {
      const begun = performance.now()
      if (shift) {
        await Promise.race([shift.ended, stopped])
        running = false
        await shift[Symbol.asyncDispose]()
      }
      if (stopping.aborted) return
      const now = performance.now()
      if (now - begun > steadyMs) failingSince = undefined
      if (failingSince === undefined) delay = shortestPause
      failingSince ??= now
      log.error({ delay }, 'the queue runner has ended by itself; starting it again')
      if (now - failingSince > giveUpAfterMs) await giveUpIfDatabaseAnswers()
      await pause(delay, undefined, { signal: stopping }).catch(() => {})
      shift = await startAgain(options)
      running = shift !== undefined
    }
  }

  /** An outage of the database passes without us; what goes wrong beside a healthy one may not. */
  async function giveUpIfDatabaseAnswers(): Promise<void> {
    try {
      await options.beats.pool.query('select 1')
      failed.resolve(new Error('The queue runner keeps ending although the database answers.'))
    } catch {
      failingSince = undefined
    }
  }

  return { isRunning: () => running, failed: failed.promise, ended: work() }
}

async function startAgain(options: ShiftOptions): Promise<Shift | undefined> {
  try {
    return await startShift(options)
  } catch (err) {
    if (!options.stopping.aborted) options.log.error({ err }, 'the queue runner does not start')
    return undefined
  }
}
