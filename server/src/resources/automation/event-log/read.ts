import type { Db } from '#postgres/database.ts'
import type { EventPosition } from './event-position.ts'
import { type EventRow, findEvents } from './store.ts'

export type ReadEvent = EventRow & { place: EventPosition }
export type EventsRead = {
  events: ReadEvent[]
  /** Where to continue: after the last of these events, or after all existing ones. */
  next: EventPosition
  hasMore: boolean
}

/** The events of an environment after a position. */
export async function readEvents(
  db: Db,
  environmentId: string,
  after: EventPosition,
  limit: number,
): Promise<EventsRead> {
  const { rows, here } = await findEvents(db, environmentId, after, limit + 1)
  const events = rows.slice(0, limit).map(toReadEvent)
  return { events, next: events.at(-1)?.place ?? here, hasMore: rows.length > limit }
}

const toReadEvent = (row: EventRow): ReadEvent => ({
  ...row,
  place: { xact: BigInt(row.xact), position: BigInt(row.position) },
})
