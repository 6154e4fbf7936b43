/** What became of a contact: how it came to receive what it receives. */
import { type Static, Type } from 'typebox'
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

export const ContactEvent = Type.Object({
  id: Id,
  type: OneOf(contactEventTypes),
  channels: Type.Optional(
    Type.Array(OneOf(['email', 'sms']), {
      description: 'What was subscribed or unsubscribed; of a new contact all that it began with.',
    }),
  ),
  topic_id: Type.Optional(Type.String({ ...Id, description: 'The topic, which may be deleted by now.' })),
  changes: Type.Optional(
    Type.Array(
      Type.Object({
        field: OneOf(['first_name', 'last_name']),
        from: Nullable(Type.String()),
        to: Nullable(Type.String()),
      }),
      { description: 'Null: not set.' },
    ),
  ),
  created_at: Timestamp,
})
export type ContactEvent = Static<typeof ContactEvent>

export const contactOperations = {
  listContactEvents: operation({
    id: 'listContactEvents',
    method: 'GET',
    path: '/console/contacts/{id}/events',
    summary: 'What became of a contact, newest first',
    access: 'member',
    permission: 'contacts:read',
    params: Type.Object({ id: PathId }),
    query: PageQuery({}),
    reply: Page(ContactEvent, 'ContactEventPage'),
    refusals: [],
  }),
} as const
