/** Runs the tasks of the jobs in the queue, until it is disposed of: whatever ends graphile's runner, it is started again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#postgres/database.ts'
import { thisIdentity } from '#process-identity.ts'
import { type Schedule, toCronItems } from './schedule.ts'
import { type Shift, type ShiftOptions, startShift } from './shift.ts'
import type { Tasks } from './task.ts'

/** Disposing stops taking jobs, waits for the tasks that run, gives back the rest. */
export type Worker = AsyncDisposable

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
  /** What must have ended before others may take this worker for gone. */
  lastWork?: () => PromiseLike<void>
  /** Where process ids mean the same; found out unless told. */
  machine?: string
}

export async function startWorker({ schedules = [], machine, ...options }: WorkerOptions): Promise<Worker> {
  const stop = new AbortController()
  const identity = thisIdentity()
  const shiftOptions: ShiftOptions = {
    concurrency: 10,
    beatMs: 10_000,
    leaseMs: 30_000,
    // Leaves 5 s to close: a worker that is told to end is gone within 30.
    stopWithinMs: 25_000,
    ...options,
    identity: { ...identity, machine: machine ?? identity.machine },
    cronItems: toCronItems(schedules),
    stopping: stop.signal,
  }
  const working = work(await startShift(shiftOptions), shiftOptions)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await working
    },
  }
}

async function work(first: Shift, options: ShiftOptions): Promise<void> {
  const { stopping, log } = options
  const stopped = new Promise<void>(resolve => stopping.addEventListener('abort', () => resolve()))
  let shift: Shift | undefined = first
  let delay = shortestPause
  while (true) {
    const begun = performance.now()
    if (shift) {
      await Promise.race([shift.ended, stopped])
      await shift[Symbol.asyncDispose]()
    }
    if (stopping.aborted) return
    // One that ran well for a while starts anew; one that keeps ending must not keep the database busy.
    delay = performance.now() - begun > 60_000 ? shortestPause : Math.min(2 * delay, 30_000)
    log.error({ delay }, 'the queue runner has ended by itself; starting it again')
    await pause(delay, undefined, { signal: stopping }).catch(() => {})
    shift = await startAgain(options)
  }
}

const shortestPause = 500

async function startAgain(options: ShiftOptions): Promise<Shift | undefined> {
  try {
    return await startShift(options)
  } catch (err) {
    if (!options.stopping.aborted) options.log.error({ err }, 'the queue runner does not start')
    return undefined
  }
}
