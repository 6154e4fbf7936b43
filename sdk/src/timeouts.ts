/** Timeouts, aborts and pauses. */

export type Attempt = {
  signal: AbortSignal
  hasTimedOut(): boolean
  /** Restarts the timeout. */
  restartClock(): void
  /** Stops the timeout, for an answer that is read later. */
  stopClock(): void
  /** Stops the timeout and stops listening to the caller's signal. */
  end(): void
  /** Ends the attempt and closes the connection. */
  cancel(): void
}

/** The longest that a timer can run, 24 days. One with a longer time would fire at once. */
const maxTimerMs = 2 ** 31 - 1

/** Without `AbortSignal.any`, which leaks memory on long-lived signals. */
export function beginAttempt(caller: AbortSignal | undefined, timeoutMs: number): Attempt {
  const controller = new AbortController()
  let hasTimedOut = false
  const abort = () => controller.abort(caller?.reason)
  const expire = () => {
    hasTimedOut = true
    controller.abort()
  }
  const startClock = () =>
    timeoutMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(expire, Math.min(timeoutMs, maxTimerMs))
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

/** Rejects with the signal's reason when it is aborted during the pause. */
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
