import { Refusal } from '#core/refusal.ts'

/** Runs at most `atOnce` at a time; up to `maxWaiting` wait, and further calls are refused. */
export function limitConcurrency({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  let inside = 0
  const waiting: (() => void)[] = []

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= atOnce) {
      if (waiting.length >= maxWaiting)
        throw new Refusal('service_unavailable', {
          message: 'Too many people are signing in at once. Try again shortly.',
        })
      // A finished call passes its slot on directly, so that no new call takes it first.
      await new Promise<void>(resolve => waiting.push(resolve))
    } else inside++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside--
    }
  }
}
