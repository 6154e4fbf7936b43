/** Wakes listeners when their environment has new events. Polls with one query for all of them, and not at all while nobody waits. */
import { setTimeout as pause } from 'node:timers/promises'
import { isOutage } from '#postgres/outages/outage.ts'
import { type EventPosition, isAfter } from './event-position.ts'

export type EventWatcher = {
  /** Resolves when there is an event after the position, or when the signal is aborted. */
  untilAfter(environmentId: string, place: EventPosition, signal: AbortSignal): Promise<void>
}

type Waiter = { environmentId: string; place: EventPosition; settle(error?: unknown): void }

type Options = {
  findNewest: (environmentIds: readonly string[]) => Promise<Map<string, EventPosition>>
  everyMs: number
}

export function eventWatcher({ findNewest, everyMs }: Options): EventWatcher {
  const waiting = new Set<Waiter>()
  let isPolling = false

  async function poll() {
    const newest = await findNewest([...new Set([...waiting].map(one => one.environmentId))])
    for (const { environmentId, place, settle } of waiting) {
      const found = newest.get(environmentId)
      if (found && isAfter(found, place)) settle()
    }
  }

  async function keepPolling() {
    isPolling = true
    while (waiting.size > 0) {
      await pause(everyMs)
      await poll().catch(error => {
        // Outages pass; any other error must reach the listeners.
        if (!isOutage(error)) for (const { settle } of waiting) settle(error)
      })
    }
    isPolling = false
  }

  return {
    untilAfter: (environmentId, place, signal) =>
      new Promise((resolve, reject) => {
        const waiter: Waiter = {
          environmentId,
          place,
          settle(error) {
            waiting.delete(waiter)
            signal.removeEventListener('abort', stopWaiting)
            error === undefined ? resolve() : reject(error)
          },
        }
        const stopWaiting = () => waiter.settle()
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', stopWaiting)
        waiting.add(waiter)
        if (!isPolling) void keepPolling()
      }),
  }
}
