/** Time that runs out, and callers who change their minds. */

export type Attempt = {
  signal: AbortSignal
  hasTimedOut(): boolean
  /** Begins to count anew. */
  restartClock(): void
  /** Stops the clock, for an answer that is read later. */
  stopClock(): void
  /** Stops the clock and no longer listens to the caller's signal. */
  end(): void
  /** Ends it, and hangs up. */
  cancel(): void
}

/** By hand: `AbortSignal.any` keeps what is bound to a signal that lives long. */
export function beginAttempt(caller: AbortSignal | undefined, timeoutMs: number): Attempt {
  const controller = new AbortController()
  let hasTimedOut = false
  const abort = () => controller.abort(caller?.reason)
  const startClock = () =>
    setTimeout(() => {
      hasTimedOut = true
      controller.abort()
    }, timeoutMs)
  let timer = startClock()
  caller?.addEventListener('abort', abort)
  if (caller?.aborted) abort()
  const end = () => {
    clearTimeout(timer)
    caller?.removeEventListener('abort', abort)
  }
  return {
    signal: controller.signal,
    hasTimedOut: () => hasTimedOut,
    restartClock() {
      clearTimeout(timer)
      timer = startClock()
    },
    stopClock: () => clearTimeout(timer),
    end,
    cancel() {
      end()
      controller.abort()
    },
  }
}

/** Rejects with the signal's reason when it is aborted meanwhile. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
  })
}
