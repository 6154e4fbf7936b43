import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Page, PageQuery, textFilter } from '../page.ts'
import { Acknowledgment, EmailAddress, Id, PathId, PhoneNumber, Timestamp } from '../scalars.ts'
import { ContactProperties, GivenProperties, propertyOperators } from './contact-properties.ts'

const name = Type.String({ maxLength: 256 })

export const Contact = Type.Object(
  {
    id: Id,
    email: Type.Optional(EmailAddress),
    phone_number: Type.Optional(PhoneNumber),
    first_name: Type.Optional(name),
    last_name: Type.Optional(name),
    email_subscribed: Type.Boolean({ description: 'Whether the contact receives broadcast email.' }),
    sms_subscribed: Type.Boolean({ description: 'Whether the contact receives SMS.' }),
    properties: Type.Optional(ContactProperties),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Contact', description: 'A person you write to. Fields that are not set are left out.' },
)
export type Contact = Static<typeof Contact>

const subscription = Type.Optional(Type.Boolean({ default: true }))

export const ContactCreate = Type.Object(
  {
    email: Type.Optional(EmailAddress),
    phone_number: Type.Optional(PhoneNumber),
    first_name: Type.Optional(name),
    last_name: Type.Optional(name),
    email_subscribed: subscription,
    sms_subscribed: subscription,
    properties: Type.Optional(GivenProperties),
  },
  {
    $id: 'ContactCreate',
    description: 'Requires email, phone_number or both.',
    anyOf: [{ required: ['email'] }, { required: ['phone_number'] }],
  },
)
export type ContactCreate = Static<typeof ContactCreate>

export const ContactUpdate = Type.Object(
  {
    first_name: Type.Optional(name),
    last_name: Type.Optional(name),
    email_subscribed: Type.Optional(Type.Boolean()),
    sms_subscribed: Type.Optional(Type.Boolean()),
    properties: Type.Optional(GivenProperties),
  },
  { $id: 'ContactUpdate', description: 'Only the fields you give are changed.' },
)
export type ContactUpdate = Static<typeof ContactUpdate>

export const Membership = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    contact_id: Id,
    topic_id: Id,
    subscribed: Type.Boolean(),
    pending: Type.Optional(
      Type.Boolean({
        description: 'True when the topic requires a confirmation that was requested and has not arrived.',
      }),
    ),
  },
  { $id: 'Membership', description: 'The subscription of a contact to a topic after the operation.' },
)

const membershipParams = Type.Object({ contactId: PathId, topicId: PathId })
const ada = {
  id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
  email: 'ada@example.com',
  first_name: 'Ada',
  email_subscribed: true,
  sms_subscribed: true,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}
const membership = {
  success: true,
  contact_id: ada.id,
  topic_id: '01945c1e-9b02-7a41-8f1d-5b9a3c7e6d22',
}

export const contacts = {
  createContact: operation({
    id: 'createContact',
    method: 'POST',
    audit: { never: 'recorded in the events of the contact' },
    path: '/v1/contacts',
    tag: 'Contacts',
    summary: 'Create a contact',
    description:
      'Requires an email address or a phone number. Each can belong to only one contact of the environment; the case of an address does not matter. The contact is subscribed to every default topic. If the number has replied STOP, sms_subscribed is false whatever you send.',
    permission: 'contacts:write',
    body: ContactCreate,
    reply: Contact,
    status: 201,
    idempotent: true,
    refusals: ['contact_exists'],
    example: { body: { email: 'ada@example.com', first_name: 'Ada' }, reply: ada },
  }),
  listContacts: operation({
    id: 'listContacts',
    method: 'GET',
    path: '/v1/contacts',
    tag: 'Contacts',
    summary: 'List contacts',
    description: 'Returns contacts, newest first. Filters can be combined.',
    permission: 'contacts:read',
    query: PageQuery({
      email_subscribed: Type.Optional(Type.Boolean()),
      sms_subscribed: Type.Optional(Type.Boolean()),
      topic_id: textFilter('Only contacts subscribed to this topic.'),
      segment_id: textFilter('Only contacts in this segment.'),
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 256,
          description:
            'Part of an email address, a phone number or a name, ignoring case, or at least eight digits of an id.',
        }),
      ),
      properties: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2_000,
          description: `Up to ten comparisons of contact fields, separated by commas, such as plan:eq:pro,seats:gte:5. All must match. Operators: ${propertyOperators.join(', ')}; exists and is_empty take no value, starts_with is for strings. Write a comma in a value as \\,`,
          examples: ['plan:eq:pro,seats:gte:5'],
        }),
      ),
    }),
    reply: Page(Contact, 'ContactPage'),
    refusals: ['not_found'],
    example: { query: { limit: 20 }, reply: { data: [ada], has_more: false } },
  }),
  lookupContact: operation({
    id: 'lookupContact',
    method: 'GET',
    path: '/v1/contacts/lookup',
    tag: 'Contacts',
    summary: 'Find a contact by email or phone number',
    description: 'Returns the contact with this email address or phone number. Give exactly one of the two.',
    permission: 'contacts:read',
    query: Type.Object(
      { email: Type.Optional(EmailAddress), phone_number: Type.Optional(PhoneNumber) },
      { oneOf: [{ required: ['email'] }, { required: ['phone_number'] }] },
    ),
    reply: Contact,
    refusals: ['not_found'],
    example: { query: { email: 'ada@example.com' }, reply: ada },
  }),
  getContact: operation({
    id: 'getContact',
    method: 'GET',
    path: '/v1/contacts/{id}',
    tag: 'Contacts',
    summary: 'Read a contact',
    permission: 'contacts:read',
    params: Type.Object({ id: PathId }),
    reply: Contact,
    refusals: [],
    example: { params: { id: ada.id }, reply: ada },
  }),
  updateContact: operation({
    id: 'updateContact',
    method: 'PUT',
    audit: { never: 'recorded in the events of the contact' },
    path: '/v1/contacts/{id}',
    tag: 'Contacts',
    summary: 'Update a contact',
    description:
      'Only the fields you give are changed. Email and phone number cannot be changed. After a STOP, only a START from the number itself sets sms_subscribed to true again.',
    permission: 'contacts:write',
    params: Type.Object({ id: PathId }),
    body: ContactUpdate,
    reply: Contact,
    refusals: ['recipient_opted_out'],
    example: {
      params: { id: ada.id },
      body: { email_subscribed: false },
      reply: { ...ada, email_subscribed: false, updated_at: '2026-11-15T10:00:00.000Z' },
    },
  }),
  deleteContact: operation({
    id: 'deleteContact',
    method: 'DELETE',
    audit: 'contact.deleted',
    path: '/v1/contacts/{id}',
    tag: 'Contacts',
    summary: 'Delete a contact',
    description: 'Deletes the contact permanently. This cannot be undone.',
    permission: 'contacts:write',
    params: Type.Object({ id: PathId }),
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: ada.id }, reply: { success: true, message: 'Contact deleted.' } },
  }),
  subscribeContactToTopic: operation({
    id: 'subscribeContactToTopic',
    method: 'POST',
    audit: { never: 'recorded in the events of the contact' },
    path: '/v1/contacts/{contactId}/topics/{topicId}',
    tag: 'Contacts',
    summary: 'Subscribe a contact to a topic',
    description:
      'Repeating the request changes nothing. If the topic requires a confirmation, the contact is pending until it confirms. A repeated request after an hour or more sends another confirmation email, at most five a day.',
    permission: 'contacts:write',
    params: membershipParams,
    reply: Membership,
    repeatable: true,
    refusals: ['invalid_state'],
    example: {
      params: { contactId: membership.contact_id, topicId: membership.topic_id },
      reply: { ...membership, message: 'Contact subscribed to the topic.', subscribed: true },
    },
  }),
  unsubscribeContactFromTopic: operation({
    id: 'unsubscribeContactFromTopic',
    method: 'DELETE',
    audit: { never: 'recorded in the events of the contact' },
    path: '/v1/contacts/{contactId}/topics/{topicId}',
    tag: 'Contacts',
    summary: 'Unsubscribe a contact from a topic',
    description: 'Repeating the request changes nothing.',
    permission: 'contacts:write',
    params: membershipParams,
    reply: Membership,
    refusals: [],
    example: {
      params: { contactId: membership.contact_id, topicId: membership.topic_id },
      reply: { ...membership, message: 'Contact unsubscribed from the topic.', subscribed: false },
    },
  }),
}
