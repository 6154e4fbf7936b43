import { toEventBody } from '#events/body.ts'
import type { EventStream } from '#http/event-stream.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { eventCursors } from './cursor.ts'
import { beginning, type EventPosition } from './event-position.ts'
import { eventWatcher } from './event-watcher.ts'
import { follow } from './follow.ts'
import { readEvents } from './read.ts'
import { findCurrentPosition, findNewest } from './store.ts'
import { streamLimit } from './stream-limit.ts'

type Parts = { database: Database; secret: Buffer }

const defaultLimit = 20
const streamsPerEnvironment = 100
/** The maximum delay of a stream. Each poll is one database query. */
const pollEveryMs = 250

export function eventLogRoutes({ database, secret }: Parts) {
  const { db } = database
  // A replica may show a sequence ahead of its primary, and a cursor based on it would skip events.
  const slowReads = (environmentId: string) => database.slowReads(environmentId, 'primary')
  const cursors = eventCursors(secret)
  const openStream = streamLimit(streamsPerEnvironment)
  const watcher = eventWatcher({ findNewest: ids => findNewest(db, ids), everyMs: pollEveryMs })

  async function* stream(environmentId: string, after: EventPosition, signal: AbortSignal): EventStream {
    // Sent before the first event, so that a client disconnected early can continue from here.
    yield [{ id: cursors.write(environmentId, after) }]
    const slow = slowReads(environmentId)
    const read = (place: EventPosition, limit: number) => readEvents(slow, environmentId, place, limit)
    for await (const events of follow({ environmentId, after, read, watcher, signal })) {
      yield events.map(event => ({
        id: cursors.write(environmentId, event.place),
        type: event.type,
        data: JSON.stringify(toEventBody(event)),
      }))
    }
  }

  return {
    async listEvents({ environmentId }, { query: { cursor, limit = defaultLimit } }) {
      const after = cursor === undefined ? beginning : cursors.read(environmentId, cursor)
      const { events, next, hasMore } = await readEvents(slowReads(environmentId), environmentId, after, limit)
      return {
        data: events.map(toEventBody),
        has_more: hasMore,
        next_cursor: cursors.write(environmentId, next),
      }
    },

    async streamEvents({ environmentId }, { query }, { lastEventId, signal }) {
      // Clients send an empty Last-Event-ID when they have none.
      const cursor = lastEventId || query.cursor
      const after = cursor === undefined ? await findCurrentPosition(db) : cursors.read(environmentId, cursor)
      openStream(environmentId, signal)
      return stream(environmentId, after, signal)
    },
  } satisfies Partial<Handlers>
}
