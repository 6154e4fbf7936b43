/**
 * Processes untrusted text in child processes that may crash. Each has a memory limit, and a time limit for each job; above
 * it the child is killed and replaced. One tenant never gets all children.
 */
import type { Logger } from 'pino'
import { fairQueue } from '#core/fairness/fair-queue.ts'
import { Refusal } from '#core/refusal.ts'
import { type Child, type Ending, type Limits, startChild } from './child.ts'
import { type Asked, ProcessCrashed, type RunJob } from './job.ts'

export type TextPool = AsyncDisposable & { run: RunJob }

export type PoolOptions = {
  /** The module that serves the jobs. */
  entry: URL
  log: Logger
  size?: number
  maxWaitingPerTenant?: number
  limitMs?: number
  limits?: Limits
}

/** More than any email needs. The worst case found takes 230 MB in total. */
const defaultLimits: Limits = { heapMb: 192, wasmMb: 64 }
/** A job whose child was killed from outside is retried, but not forever. */
const maxTries = 3

type Job = Asked & { tries: number; resolve(output: unknown): void; reject(error: Error): void }
type Member = { child: Child; isReady: boolean; job: Job | undefined }

export function openTextPool(options: PoolOptions): TextPool {
  const { entry, log, size = 3, maxWaitingPerTenant = 200, limitMs = 1_000, limits = defaultLimits } = options
  const queue = fairQueue<Job>()
  const members = new Set<Member>()
  let failedStarts = 0
  let isClosed = false

  const runningOf = (tenant: string) => [...members].filter(({ job }) => job?.tenant === tenant).length
  const mayHaveTurn = (tenant: string) => runningOf(tenant) < Math.max(1, size - 1)

  /** Gives waiting jobs to idle children, and starts more children when needed. */
  function dispatch(): void {
    for (const member of members) {
      if (!member.isReady || member.job) continue
      const job = queue.take(mayHaveTurn)
      if (!job) return
      member.job = job
      member.child.begin({ name: job.name, input: job.input }, job.limitMs ?? limitMs)
    }
    const coming = [...members].filter(({ isReady }) => !isReady).length
    for (let nth = coming; nth < queue.size && members.size < size; nth++) start()
  }

  function start(): void {
    const member: Member = {
      isReady: false,
      job: undefined,
      child: startChild(entry, limits, {
        onReady() {
          member.isReady = true
          failedStarts = 0
          dispatch()
        },
        onReply(reply) {
          const { job } = member
          member.job = undefined
          if (reply.kind === 'done') job?.resolve(reply.output)
          else job?.reject(Object.assign(new Error(reply.message), reply.stack !== undefined && { stack: reply.stack }))
          dispatch()
        },
        onEnd: ending => replace(member, ending),
      }),
    }
    members.add(member)
  }

  function replace(member: Member, ending: Ending): void {
    members.delete(member)
    if (isClosed) return
    const { job, isReady } = member
    if (!isReady && ++failedStarts >= maxTries) {
      log.error({ said: ending.said }, 'text processes fail to start')
      failedStarts = 0
      for (const waiting of queue.clear()) waiting.reject(unavailable())
    }
    if (job) settle(job, ending)
    dispatch()
  }

  function settle(job: Job, { because }: Ending): void {
    log.warn({ job: job.name, tenant: job.tenant, because }, 'a text process ended')
    if (because !== 'outside') job.reject(new ProcessCrashed(because === 'deadline' ? 'time' : 'crash'))
    else if (job.tries >= maxTries) job.reject(unavailable())
    else queue.pushFront(job.tenant, { ...job, tries: job.tries + 1 })
  }

  return {
    run: asked =>
      new Promise((resolve, reject) => {
        if (isClosed || queue.waitingOf(asked.tenant) >= maxWaitingPerTenant) return reject(unavailable())
        queue.push(asked.tenant, { ...asked, tries: 1, resolve, reject })
        dispatch()
      }),
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const waiting of queue.clear()) waiting.reject(unavailable())
      for (const { child, job } of members) {
        job?.reject(unavailable())
        child.kill()
      }
    },
  }
}

const unavailable = (): Refusal => new Refusal('service_unavailable', { retryAfterSeconds: 1 })
