/** Starts a server again whenever it ends, until disposed; then stops whichever is running. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { ended, stop } from './stop.ts'

/** Short, because every request waits for it; longer each time, because a full disk stays full for a while. */
const shortestPauseMs = 200
const longestPauseMs = 5_000
/** One that has lived for this long had started well. */
const steadyMs = 10_000

type Keeping = {
  launch: () => Promise<ChildProcess>
  onLost?: ((exit: string) => void) | undefined
}

export function keepRunning(first: ChildProcess, { launch, onLost }: Keeping): AsyncDisposable {
  const disposal = new AbortController()
  const { signal } = disposal
  let child = first

  async function runAgain(): Promise<string> {
    try {
      child = await launch()
    } catch (error) {
      return String(error)
    }
    // Disposed while it was being launched: nobody else will stop this one.
    if (signal.aborted) await stop(child)
    return ended(child)
  }

  // While backends of a dead server live, a new one refuses to start: it is tried until it does.
  async function watch(): Promise<void> {
    let exit = await ended(first)
    for (let pauseMs = shortestPauseMs; !signal.aborted; ) {
      onLost?.(exit)
      await pause(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      const launchedAt = performance.now()
      exit = await runAgain()
      const steady = performance.now() - launchedAt >= steadyMs
      pauseMs = steady ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  const watched = watch()
  return {
    async [Symbol.asyncDispose]() {
      disposal.abort()
      await stop(child)
      await watched
    },
  }
}
