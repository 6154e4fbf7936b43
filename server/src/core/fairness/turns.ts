/** Lets a few do their work at once; the others wait, however long, and are taken in turn, one of each tenant. */
import { fairQueue } from './fair-queue.ts'

export type Turns = <T>(tenant: string, work: () => Promise<T>) => Promise<T>

export function turns(atOnce: number): Turns {
  const waiting = fairQueue<() => void>()
  let underWay = 0

  return async (tenant, work) => {
    // Whoever is let in from the line takes the place of the one that left.
    if (underWay < atOnce) underWay++
    else await new Promise<void>(resolve => waiting.push(tenant, resolve))
    try {
      return await work()
    } finally {
      const next = waiting.take()
      if (next) next()
      else underWay--
    }
  }
}
