/**
 * Tells those who wait for events of an environment when there are some. One question for all of them, every so often; none when
 * nobody waits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { isOutage } from '#postgres/outages/outage.ts'
import { type EventPosition, isAfter } from './event-position.ts'

export type LookOut = {
  /** Resolves when there is something after the place, or when the signal is aborted. */
  untilAfter(environmentId: string, place: EventPosition, signal: AbortSignal): Promise<void>
}

type Waiter = { environmentId: string; place: EventPosition; settle(error?: unknown): void }

type Options = {
  findNewest: (environmentIds: readonly string[]) => Promise<Map<string, EventPosition>>
  everyMs: number
}

export function lookOut({ findNewest, everyMs }: Options): LookOut {
  const waiting = new Set<Waiter>()
  let isLooking = false

  async function look() {
    const newest = await findNewest([...new Set([...waiting].map(one => one.environmentId))])
    for (const { environmentId, place, settle } of waiting) {
      const found = newest.get(environmentId)
      if (found && isAfter(found, place)) settle()
    }
  }

  async function keepLooking() {
    isLooking = true
    while (waiting.size > 0) {
      await pause(everyMs)
      await look().catch(error => {
        // A database that is away comes back; whatever else it is, they must know.
        if (!isOutage(error)) for (const { settle } of waiting) settle(error)
      })
    }
    isLooking = false
  }

  return {
    untilAfter: (environmentId, place, signal) =>
      new Promise((resolve, reject) => {
        const waiter: Waiter = {
          environmentId,
          place,
          settle(error) {
            waiting.delete(waiter)
            signal.removeEventListener('abort', leave)
            error === undefined ? resolve() : reject(error)
          },
        }
        const leave = () => waiter.settle()
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', leave)
        waiting.add(waiter)
        if (!isLooking) void keepLooking()
      }),
  }
}
