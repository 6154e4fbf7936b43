/** Work that comes round every so often in every worker, such as looking for what is due. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'

export type TickerOptions = { name: string; everyMs: number; work: () => Promise<void>; log: Logger }

/** The next round begins a while after the last has ended, whatever became of it. Disposing waits for the one under way. */
export function startTicker({ name, everyMs, work, log }: TickerOptions): AsyncDisposable {
  const stopping = new AbortController()
  let failing = false

  async function round() {
    try {
      await work()
      if (failing) log.info({ ticker: name }, 'works again')
      failing = false
    } catch (err) {
      if (!failing) log.warn({ err, ticker: name }, 'failed; it is tried again')
      failing = true
    }
  }

  async function run() {
    while (!stopping.signal.aborted) {
      await round()
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}
