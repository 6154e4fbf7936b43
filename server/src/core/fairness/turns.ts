/** Limits concurrent work. The rest waits without a limit, and tenants take turns. */
import { fairQueue } from './fair-queue.ts'

export type Turns = <T>(tenant: string, work: () => Promise<T>) => Promise<T>

export function turns(atOnce: number): Turns {
  const waiting = fairQueue<() => void>()
  let running = 0

  return async (tenant, work) => {
    // Work from the queue takes over the slot of the work that ended.
    if (running < atOnce) running++
    else await new Promise<void>(resolve => waiting.push(tenant, resolve))
    try {
      return await work()
    } finally {
      const next = waiting.take()
      if (next) next()
      else running--
    }
  }
}
