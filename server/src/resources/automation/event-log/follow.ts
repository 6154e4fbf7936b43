import { throughOutages } from '#postgres/outages/through-outages.ts'
import type { EventPosition } from './event-position.ts'
import type { LookOut } from './look-out.ts'
import type { EventsRead, ReadEvent } from './read.ts'

/** At most what one listener has in memory, at 20 kB each. */
const atOnce = 50

export type Followed = {
  environmentId: string
  after: EventPosition
  read: (after: EventPosition, limit: number) => Promise<EventsRead>
  lookOut: LookOut
  signal: AbortSignal
}

/**
 * Everything after a place, as it happens, until the signal is aborted. It is read as fast as it is taken: a slow listener costs
 * no memory. A database that is away is waited for.
 */
export async function* follow({ environmentId, after, read, lookOut, signal }: Followed): AsyncGenerator<ReadEvent[]> {
  let place = after
  while (!signal.aborted) {
    const { events, next } = await throughOutages(() => read(place, atOnce), signal).catch(error => {
      if (signal.aborted) return { events: [], next: place }
      throw error
    })
    place = next
    if (events.length > 0) yield events
    else await lookOut.untilAfter(environmentId, place, signal)
  }
}
