import type { Logger } from 'pino'
import type { JobKind } from './job.ts'

/** The function that runs a job. It may run twice for the same job: the second time must be harmless. */
export type Task<Payload> = (payload: Payload, context: TaskContext) => Promise<void>

type TaskContext = {
  /** Counts from 1. */
  readonly attempt: number
  /** Aborted when the worker is stopping and has waited long enough. */
  readonly signal: AbortSignal
  readonly log: Logger
}

/** Tasks by job name. `never`: only the name implies the payload type. */
export type Tasks = Readonly<Record<string, Task<never>>>

/** Pairs a kind of job with its task, so that the compiler compares their payload types. */
export const perform = <Payload extends object>(job: JobKind<Payload>, task: Task<Payload>): Tasks => ({
  [job.task]: task,
})
