/** The history of a contact: its subscriptions, its changes and its events. */
import { type Static, Type } from 'typebox'
import { type CustomEventName, customEventPattern } from '../event-names.ts'
import { operation } from '../operation.ts'
import { Page, PageQuery } from '../page.ts'
import { Id, Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'

export const contactEventTypes = [
  'contact.created',
  'contact.updated',
  'contact.subscribed',
  'contact.unsubscribed',
  'contact.topic_subscribed',
  'contact.topic_unsubscribed',
] as const
export type ContactEventType = (typeof contactEventTypes)[number]

const value = Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]))

export const ContactEvent = Type.Object(
  {
    id: Id,
    type: Type.Unsafe<ContactEventType | CustomEventName>(
      Type.Union([OneOf(contactEventTypes), Type.String({ pattern: customEventPattern })]),
    ),
    channels: Type.Optional(
      Type.Array(OneOf(['email', 'sms']), {
        description: 'The channels that were subscribed or unsubscribed. For a new contact: its initial subscriptions.',
      }),
    ),
    topic_id: Type.Optional(Type.String({ ...Id, description: 'The topic. It may have been deleted since.' })),
    changes: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'first_name, last_name, or a contact field such as properties.plan.' }),
          from: value,
          to: value,
        }),
        { description: 'The changed fields. Null means not set.' },
      ),
    ),
    data: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'The data of a custom event.' })),
    created_at: Timestamp,
  },
  { $id: 'ContactHistoryEvent' },
)
export type ContactEvent = Static<typeof ContactEvent>

const id = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'

export const contactHistory = {
  listContactHistory: operation({
    id: 'listContactHistory',
    method: 'GET',
    path: '/v1/contacts/{id}/history',
    tag: 'Contacts',
    summary: 'List the history of a contact',
    description:
      'Returns the history of the contact, newest first: its creation, changes, subscriptions, unsubscribes and custom events. It goes back as far as events are kept.',
    permission: 'contacts:read',
    params: Type.Object({ id: PathId }),
    query: PageQuery({}),
    reply: Page(ContactEvent, 'ContactHistory'),
    refusals: [],
    example: {
      params: { id },
      reply: {
        data: [
          {
            id: '01945c1e-e90c-7d47-a1b2-3c4d5e6f7a90',
            type: 'custom.order.paid',
            data: { amount: 49.5 },
            created_at: '2026-11-15T10:00:00.000Z',
          },
        ],
        has_more: false,
      },
    },
  }),
}
