import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#core/refusal.ts'
import { isOutage } from '#postgres/outage.ts'

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

/** The database is away, or has ended one of two that waited for each other; or there is too much to do right now. */
export const isPassing = (error: unknown): boolean =>
  isOutage(error) ||
  (error instanceof Refusal && error.code === 'service_unavailable') ||
  (error instanceof Error && 'code' in error && error.code === '40P01')
