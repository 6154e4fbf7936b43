/** Work without a row of its own, as data. A room names its jobs in jobs.ts: `export const greet = defineJob<Greet>('greet')`. */
export type Job = JobOptions & { task: string; payload: object }

export type JobOptions = {
  runAt?: Date
}

export type JobKind<Payload extends object> = {
  (payload: Payload, options?: JobOptions): Job
  readonly task: string
}

export const defineJob = <Payload extends object>(task: string): JobKind<Payload> =>
  Object.assign((payload: Payload, options: JobOptions = {}): Job => ({ ...options, task, payload }), { task })
