import { Refusal } from '#core/refusal.ts'

/** Lets so many do their work at once; the others wait their turn, and those beyond that are sent away. */
export function limitConcurrency({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  let inside = 0
  const waiting: (() => void)[] = []

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= atOnce) {
      if (waiting.length >= maxWaiting)
        throw new Refusal('service_unavailable', { message: 'Too many people sign in at once. Try again shortly.' })
      // Whoever leaves hands over the place, so nobody slips in between.
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
