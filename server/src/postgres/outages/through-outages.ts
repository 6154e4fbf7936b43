import { setTimeout as pause } from 'node:timers/promises'
import { isOutage } from './outage.ts'

/** Work that may be repeated waits for a database that is away; it is given up when the signal says so. */
export async function throughOutages<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let delay = 50; ; delay = Math.min(delay * 2, 1_000)) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) || signal?.aborted) throw error
    }
    await pause(delay, undefined, signal ? { signal } : {})
  }
}
