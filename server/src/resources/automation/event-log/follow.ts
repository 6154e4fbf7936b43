import { throughOutages } from '#postgres/outages/through-outages.ts'
import type { EventPosition } from './event-position.ts'
import type { EventWatcher } from './event-watcher.ts'
import type { EventsRead, ReadEvent } from './read.ts'

/** The maximum one listener holds in memory, at 20 kB each. */
const pageSize = 50

export type Followed = {
  environmentId: string
  after: EventPosition
  read: (after: EventPosition, limit: number) => Promise<EventsRead>
  watcher: EventWatcher
  signal: AbortSignal
}

/**
 * Yields all events after a position as they happen, until the signal is aborted. Reads only as fast as the consumer takes them, so a slow listener
 * costs no memory. Waits while the database is unavailable.
 */
export async function* follow({ environmentId, after, read, watcher, signal }: Followed): AsyncGenerator<ReadEvent[]> {
  let place = after
  while (!signal.aborted) {
    const { events, next } = await throughOutages(() => read(place, pageSize), signal).catch(error => {
      if (signal.aborted) return { events: [], next: place }
      throw error
    })
    place = next
    if (events.length > 0) yield events
    else await watcher.untilAfter(environmentId, place, signal)
  }
}
