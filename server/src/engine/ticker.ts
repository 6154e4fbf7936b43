/** Work that every worker repeats at an interval, such as polling for due rows. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'

export type TickerOptions = { name: string; everyMs: number; work: () => Promise<void>; log: Logger }

/** The next round starts `everyMs` after the last has ended, also if it failed. Disposing waits for the current round. */
export function startTicker({ name, everyMs, work, log }: TickerOptions): AsyncDisposable {
  const stopping = new AbortController()
  let failing = false

  async function round() {
    try {
      await work()
      if (failing) log.info({ ticker: name }, 'works again')
      failing = false
    } catch (err) {
      if (!failing) log.warn({ err, ticker: name }, 'failed, will retry')
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
