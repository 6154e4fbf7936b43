/** Contacts by email, contacts in batches, counting contacts, and the topics of a contact. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Page, PageQuery } from '../page.ts'
import { EmailAddress, Id, PathId } from '../scalars.ts'
import { Contact, ContactCreate, ContactUpdate, contacts } from './contacts.ts'
import { ItemError } from './custom-events.ts'
import { Topic } from './topics.ts'

/** Contacts in one batch. */
export const maxContactBatch = 1_000
/** Counting stops here; the answer then says that there are more. */
export const maxCounted = 10_000

/** Segments, and topics, of one contact in one request. */
const maxPlaces = 100

export const ContactPut = Type.Object(
  {
    email: EmailAddress,
    phone_number: Type.Optional(
      Type.String({ ...ContactCreate.properties.phone_number, description: 'Used only for a new contact. E.164.' }),
    ),
    ...ContactUpdate.properties,
    segment_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: maxPlaces,
        description: 'Static segments to add the contact to. It stays in its other segments.',
      }),
    ),
    topics: Type.Optional(
      Type.Record(Type.String(), Type.Boolean(), {
        maxProperties: maxPlaces,
        description:
          'Subscriptions by topic id: true subscribes, or requests the confirmation that the topic requires; false unsubscribes.',
      }),
    ),
  },
  { $id: 'ContactPut', description: 'Only the fields you give are changed.' },
)
export type ContactPut = Static<typeof ContactPut>

export const ContactBatch = Type.Object(
  {
    data: Type.Array(Type.Object({ id: Type.Optional(Id), error: Type.Optional(ItemError) }), {
      description: 'In the order of the request: the id of each contact, or the reason why it was refused.',
    }),
  },
  { $id: 'ContactBatch' },
)
export type ContactBatch = Static<typeof ContactBatch>

export const ContactCount = Type.Object(
  {
    count: Type.Number(),
    is_exact: Type.Boolean({ description: 'False if there are more contacts than count.' }),
  },
  { $id: 'ContactCount' },
)

export const ContactTopic = Type.Object(
  {
    ...Topic.properties,
    subscribed: Type.Boolean({ description: 'Whether the contact is subscribed to the topic.' }),
    pending: Type.Optional(Type.Boolean({ description: 'True while the confirmation of the contact is pending.' })),
  },
  { $id: 'ContactTopic' },
)
export type ContactTopic = Static<typeof ContactTopic>

const { limit: _limit, cursor: _cursor, ...filters } = contacts.listContacts.query.properties
const never = { never: 'recorded in the events of the contact' }
const { reply: ada } = contacts.createContact.example

export const contactBulk = {
  upsertContact: operation({
    id: 'upsertContact',
    method: 'PUT',
    audit: never,
    path: '/v1/contacts',
    tag: 'Contacts',
    summary: 'Create or update a contact by email',
    description:
      'Updates the contact with this address as PUT /v1/contacts/{id} does, or creates one if there is none. If the request is refused, for example because a segment or a topic does not exist, nothing has changed. Repeating the request changes nothing.',
    permission: 'contacts:write',
    body: ContactPut,
    reply: Contact,
    refusals: ['contact_exists', 'recipient_opted_out', 'invalid_state', 'not_found'],
    example: { body: { email: 'ada@example.com', first_name: 'Ada' }, reply: ada },
  }),
  createContactBatch: operation({
    id: 'createContactBatch',
    method: 'POST',
    audit: never,
    path: '/v1/contacts/batch',
    tag: 'Contacts',
    summary: 'Create up to 1,000 contacts',
    description:
      'Each contact is created on its own. A contact whose address is taken is refused, with the id of the existing contact, and the others are still created.',
    permission: 'contacts:write',
    body: Type.Array(ContactCreate, { minItems: 1, maxItems: maxContactBatch }),
    reply: ContactBatch,
    idempotent: true,
    bodyLimit: 10 * 1024 * 1024,
    maxValues: 120_000,
    refusals: [],
    example: {
      body: [{ email: 'ada@example.com' }, { email: 'ADA@example.com' }],
      reply: {
        data: [
          { id: ada.id },
          {
            error: {
              code: 'contact_exists',
              message: 'A contact with this email or phone number exists already.',
              details: { id: ada.id },
            },
          },
        ],
      },
    },
  }),
  countContacts: operation({
    id: 'countContacts',
    method: 'GET',
    path: '/v1/contacts/count',
    tag: 'Contacts',
    summary: 'Count contacts',
    description: 'Counts contacts, up to 10,000. Takes the same filters as the list.',
    permission: 'contacts:read',
    query: Type.Object(filters),
    reply: ContactCount,
    refusals: ['not_found'],
    example: { query: { email_subscribed: true }, reply: { count: 1280, is_exact: true } },
  }),
  listContactTopics: operation({
    id: 'listContactTopics',
    method: 'GET',
    path: '/v1/contacts/{id}/topics',
    tag: 'Contacts',
    summary: 'List the topics of a contact',
    description: 'Returns all topics, newest first, and whether the contact is subscribed to each.',
    permission: 'contacts:read',
    params: Type.Object({ id: PathId }),
    query: PageQuery({
      subscribed: Type.Optional(
        Type.Boolean({ description: 'Only topics that the contact is, or is not, subscribed to.' }),
      ),
    }),
    reply: Page(ContactTopic, 'ContactTopicPage'),
    refusals: [],
    example: {
      params: { id: ada.id },
      reply: {
        data: [
          {
            id: '01945c1e-9b02-7a41-8f1d-5b9a3c7e6d22',
            name: 'Product news',
            is_default_topic: true,
            display_order: 1,
            created_at: '2026-11-15T09:30:00.000Z',
            updated_at: '2026-11-15T09:30:00.000Z',
            subscribed: true,
          },
        ],
        has_more: false,
      },
    },
  }),
}
