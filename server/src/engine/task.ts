import type { Logger } from 'pino'
import type { JobKind } from './job.ts'

/** What a worker does for a job. It may run twice for the same job: the second time must be harmless. */
export type Task<Payload> = (payload: Payload, context: TaskContext) => Promise<void>

type TaskContext = {
  /** 1 the first time. */
  readonly attempt: number
  /** Aborted when the worker must stop and has waited for long enough. */
  readonly signal: AbortSignal
  readonly log: Logger
}

/** Tasks by the name of their jobs. `never`: only the name says which payload belongs to which task. */
export type Tasks = Readonly<Record<string, Task<never>>>

/** Joins a kind of job to its task, so that the compiler compares their payloads. */
export const perform = <Payload extends object>(job: JobKind<Payload>, task: Task<Payload>): Tasks => ({
  [job.task]: task,
})
