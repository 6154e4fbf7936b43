/**
 * The worker processes of `npm start`: on several cores, API and workers do not wait for each other's turn. One that ends is replaced.
 * They do not outlive this process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { fatal } from '#core/fatal.ts'
import type { MetricList } from '#http/registry.ts'
import type { Answers, Order, Report } from './messages.ts'

export type WorkerProcesses = AsyncDisposable & {
  /** Names the database. Resolves when all of them work; rejects when one cannot start. */
  begin(url: string): Promise<void>
  /** True when all of them work. */
  isWorking(): Promise<boolean>
  /** Of those that work now. */
  metrics(): Promise<MetricList[]>
}

const entry = new URL('./child.ts', import.meta.url)
/** Monitoring waits no longer: a worker that does not answer counts as one that does not work. */
const answerWithinMs = 1_000
/** The pause before a replacement grows with each early end: a worker that cannot run must not use up a core. */
const firstPauseMs = 250
const maxPauseMs = 30_000
const earlyMs = 60_000

export function startWorkerProcesses(count: number, log: Logger): WorkerProcesses {
  const members = Array.from({ length: count }, (_, nth) => keepRunning(nth === 0, log))
  return {
    begin: async url => void (await Promise.all(members.map(one => one.begin(url)))),
    isWorking: async () =>
      (await Promise.all(members.map(one => one.ask('isWorking')))).every(answer => answer === true),
    metrics: async () =>
      (await Promise.all(members.map(one => one.ask('metrics')))).filter(answer => answer !== undefined),
    async [Symbol.asyncDispose]() {
      await Promise.all(members.map(one => one.stop()))
    },
  }
}

/** One worker process after the other, each replacing the one that ended. */
function keepRunning(isFirst: boolean, log: Logger) {
  const stopping = new AbortController()
  const began = Promise.withResolvers<void>()
  let url: string | undefined
  let hasWorked = false
  let current = startOne()
  const running = replaceEnded()

  function startOne(): WorkerProcess {
    const one = startProcess(() => {
      hasWorked = true
      began.resolve()
    })
    if (url !== undefined) one.tell({ kind: 'begin', url, isFirst })
    return one
  }

  async function replaceEnded(): Promise<void> {
    for (let earlyEnds = 0; ; ) {
      const startedAt = performance.now()
      const { code, because } = await current.ended
      if (stopping.signal.aborted) return
      if (url !== undefined && !hasWorked) {
        const ended = `A worker process ended with ${code} before it was running.`
        return began.reject(because === undefined ? new Error(ended) : fatal(because))
      }
      log.error({ code, because }, 'a worker process ended and is being replaced')
      earlyEnds = performance.now() - startedAt < earlyMs ? earlyEnds + 1 : 0
      const inMs = Math.min(maxPauseMs, firstPauseMs * 2 ** earlyEnds)
      await pause(inMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      current = startOne()
    }
  }

  return {
    begin(at: string): Promise<void> {
      url = at
      current.tell({ kind: 'begin', url, isFirst })
      return began.promise
    },
    ask: <What extends keyof Answers>(what: What) => current.ask(what),
    async stop() {
      stopping.abort()
      current.tell({ kind: 'stop' })
      await running
    },
  }
}

/** Its exit code, the signal that ended it, or why it could not be started. */
const endOf = (child: ChildProcess): Promise<number | string> =>
  new Promise(resolve => {
    child.once('exit', (code, signal) => resolve(code ?? String(signal)))
    child.on('error', ({ message }) => child.pid === undefined && resolve(message))
  })

type WorkerProcess = {
  tell(order: Order): void
  /** Undefined when it does not work, or does not answer in time. */
  ask<What extends keyof Answers>(what: What): Promise<Answers[What] | undefined>
  /** `because`: why it cannot start. */
  readonly ended: Promise<{ code: number | string; because: string | undefined }>
}

function startProcess(onReady: () => void): WorkerProcess {
  const child: ChildProcess = fork(entry, { serialization: 'advanced' })
  const asked = new Map<number, (answer: unknown) => void>()
  let isReady = false
  let because: string | undefined
  let count = 0

  child.on('message', message => {
    const report = message as Report // as: only the child writes to this channel
    if (report.kind === 'answer') asked.get(report.nth)?.(report.answer)
    else if (report.kind === 'unusable') because = report.message
    else {
      isReady = true
      onReady()
    }
  })
  const ended = endOf(child).then(code => {
    isReady = false
    for (const settle of asked.values()) settle(undefined)
    return { code, because }
  })
  const tell = (order: Order): void => {
    if (child.connected) child.send(order, () => {})
  }

  return {
    tell,
    ended,
    async ask<What extends keyof Answers>(what: What) {
      if (!isReady) return undefined
      const nth = count++
      const { promise, resolve } = Promise.withResolvers<unknown>()
      asked.set(nth, resolve)
      tell({ kind: 'ask', what, nth })
      const late = new AbortController()
      const answer = await Promise.race([
        promise,
        pause(answerWithinMs, undefined, { signal: late.signal }).catch(() => {}),
      ])
      late.abort()
      asked.delete(nth)
      // `as`: the child answers what it was asked.
      return answer as Answers[What] | undefined
    },
  }
}
