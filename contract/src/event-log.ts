import { type Static, Type } from 'typebox'
import { customEventPattern, type EventName, eventNames } from './event-names.ts'
import { operation } from './operation.ts'
import { pageQuery } from './page.ts'
import { Id, OneOf, Timestamp } from './scalars.ts'

/** What a webhook receives and what can be pulled: the same body, under 20 kB, without the content of messages. */
export const Event = Type.Object(
  {
    id: Id,
    type: Type.Unsafe<EventName>(
      Type.Union([
        OneOf(eventNames),
        Type.String({ pattern: customEventPattern, description: 'An event of your own.' }),
      ]),
    ),
    timestamp: Timestamp,
    created_at: Timestamp,
    sequence: Type.Integer({
      description:
        'Grows with each event about the same object, from 1 in its first week and from 100,001 in its second: sort by it when deliveries overtake each other. 1 in a webhook.test.',
    }),
    data: Type.Object({}, { additionalProperties: true, description: 'What happened, by type.' }),
  },
  { $id: 'Event', description: 'Something that happened.' },
)
export type Event = Static<typeof Event>

export const EventPage = Type.Object(
  {
    data: Type.Array(Event),
    has_more: Type.Boolean({ description: 'Whether more can be read right now.' }),
    next_cursor: Type.String({ description: 'Where to go on, now or later: it is there on the last page, too.' }),
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
    summary: 'Read what happened',
    description:
      'Oldest first, in one fixed order, with the bodies that webhooks receive; the last 30 days. Keep next_cursor and come back with it: nothing is missed and nothing comes twice.',
    permission: 'webhooks:read',
    query: Type.Object({
      limit: pageQuery.limit,
      cursor: Type.Optional(
        Type.String({ description: 'The next_cursor of the page before. Without it: from the beginning.' }),
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
    summary: 'Watch what happens',
    description:
      'Server-sent events that do not end: each has the id to go on from, the type as its event, and the body that webhooks receive as its data. Begins now, or behind the Last-Event-ID that is given. A line of comment comes every 15 seconds when nothing happens.',
    permission: 'webhooks:read',
    query: Type.Object({
      cursor: Type.Optional(
        Type.String({ description: 'Where to begin: a next_cursor of the list. Last-Event-ID comes before it.' }),
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
