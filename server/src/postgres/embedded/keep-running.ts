/** Restarts a server whenever it ends. Disposing stops the running one. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { ended, stop } from './stop.ts'

/** Short at first, because every request waits for the server; then longer, because a full disk stays full for a while. */
const minPauseMs = 200
const maxPauseMs = 5_000
/** A server that ran this long counts as successfully started. */
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
    // Disposed during the launch: only we know this process.
    if (signal.aborted) await stop(child)
    return ended(child)
  }

  // A new server refuses to start while backends of the dead one live, so starting is retried.
  async function watch(): Promise<void> {
    let exit = await ended(first)
    for (let pauseMs = minPauseMs; !signal.aborted; ) {
      onLost?.(exit)
      await pause(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      const launchedAt = performance.now()
      exit = await runAgain()
      const steady = performance.now() - launchedAt >= steadyMs
      pauseMs = steady ? minPauseMs : Math.min(pauseMs * 2, maxPauseMs)
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
