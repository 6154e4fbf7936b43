import { type Static, Type } from 'typebox'
import { customEventPattern, type EventName, eventNames } from './event-names.ts'
import { operation } from './operation.ts'
import { pageQuery } from './page.ts'
import { Id, OneOf, Timestamp } from './scalars.ts'

/** The body of an event, the same in webhooks and in the event log: under 20 kB, without the content of messages. */
export const Event = Type.Object(
  {
    id: Id,
    type: Type.Unsafe<EventName>(
      Type.Union([OneOf(eventNames), Type.String({ pattern: customEventPattern, description: 'A custom event.' })]),
    ),
    timestamp: Timestamp,
    created_at: Timestamp,
    sequence: Type.Integer({
      description:
        'Grows with each event about the same object, from 1 in its first week and from 100,001 in its second. Sort by it when deliveries arrive out of order. Always 1 in a webhook.test.',
    }),
    data: Type.Object({}, { additionalProperties: true, description: 'Details of the event, depending on its type.' }),
  },
  { $id: 'Event', description: 'An event.' },
)
export type Event = Static<typeof Event>

export const EventPage = Type.Object(
  {
    data: Type.Array(Event),
    has_more: Type.Boolean({ description: 'Whether more events can be read now.' }),
    next_cursor: Type.String({
      description: 'The position to continue from, now or later. Also present on the last page.',
    }),
  },
  { $id: 'EventPage' },
)
export type EventPage = Static<typeof EventPage>

export const exampleEvent = {
  id: '01945c1e-e90c-7d47-a1b2-3c4d5e6f7a77',
  type: 'email.delivered',
  timestamp: '2026-11-15T09:30:01.038Z',
  created_at: '2026-11-15T09:30:01.038Z',
  sequence: 3,
  data: { email_id: '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33', recipient: 'ada@example.com' },
} as const

const cursor = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export const eventLog = {
  listEvents: operation({
    id: 'listEvents',
    method: 'GET',
    path: '/v1/events',
    tag: 'Events',
    summary: 'List events',
    description:
      'Returns the events of the last 30 days, oldest first, in a fixed order, with the bodies that webhooks receive. Store next_cursor and send it with the next call: no event is missed or repeated.',
    permission: 'webhooks:read',
    query: Type.Object({
      limit: pageQuery.limit,
      cursor: Type.Optional(
        Type.String({
          description: 'The next_cursor of the previous page. Without it, the list starts at the beginning.',
        }),
      ),
    }),
    reply: EventPage,
    refusals: [],
    example: { query: { limit: 100 }, reply: { data: [exampleEvent], has_more: false, next_cursor: cursor } },
  }),
  streamEvents: operation({
    id: 'streamEvents',
    method: 'GET',
    path: '/v1/events/stream',
    tag: 'Events',
    summary: 'Stream events',
    description:
      'Returns an endless stream of server-sent events. Each has the cursor to continue from as its id, the type as its event, and the body that webhooks receive as its data. The stream starts now, or after the given Last-Event-ID. When nothing happens, a comment line is sent every 15 seconds.',
    permission: 'webhooks:read',
    query: Type.Object({
      cursor: Type.Optional(
        Type.String({ description: 'Where to start: a next_cursor of the list. Last-Event-ID takes precedence.' }),
      ),
    }),
    media: 'text/event-stream',
    isEndless: true,
    reply: Type.String({ description: 'A stream of server-sent events.' }),
    refusals: [],
    example: {
      reply: `id: ${cursor}\nevent: ${exampleEvent.type}\ndata: ${JSON.stringify(exampleEvent)}\n\n`,
    },
  }),
}
