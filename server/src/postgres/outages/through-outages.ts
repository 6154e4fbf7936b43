import { setTimeout as pause } from 'node:timers/promises'
import { isOutage } from './outage.ts'

/** Retries repeatable work while the database is down, until the signal is aborted. */
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
