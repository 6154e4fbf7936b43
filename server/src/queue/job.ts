/** Work to do, as data. A room names its jobs in jobs.ts: `export const deliver = defineJob<Deliver>('deliver')`. */
export type Job = JobOptions & { task: string; payload: object }

export type JobOptions = {
  runAt?: Date
  /** At most one job waits under a key: adding it again replaces the one that has not begun. */
  key?: string
  /** Smaller numbers run first; 0 is usual. */
  priority?: number
  /** A worker that is killed uses up an attempt too, so 1 means that a crash may lose the job. 25 unless told. */
  maxAttempts?: number
  /** Jobs of one queue run one after the other. */
  queue?: string
}

export type JobKind<Payload extends object> = {
  (payload: Payload, options?: JobOptions): Job
  readonly task: string
}

export const defineJob = <Payload extends object>(task: string): JobKind<Payload> =>
  Object.assign((payload: Payload, options: JobOptions = {}): Job => ({ ...options, task, payload }), { task })
