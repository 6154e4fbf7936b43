/** Wakes a loop that waits for its next poll. */
import { setTimeout as pause } from 'node:timers/promises'

export function wakeSignal() {
  let isSet = false
  let signal = Promise.withResolvers<void>()
  return {
    set(): void {
      isSet = true
      signal.resolve()
    },

    /** To be called before looking for work, so that a wake-up during the look is not lost. */
    reset(): void {
      isSet = false
      signal = Promise.withResolvers()
    },

    /** Resolves when the signal is set, or after this time. */
    async wait(ms: number): Promise<void> {
      if (isSet) return
      const timer = new AbortController()
      await Promise.race([signal.promise, pause(ms, undefined, { signal: timer.signal }).catch(() => {})])
      timer.abort()
    },
  }
}
