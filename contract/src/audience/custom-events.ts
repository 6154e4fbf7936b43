/** What your own program knows of a contact: an order was paid, a trial has begun. */
import { type Static, Type } from 'typebox'
import { customNamePattern } from '../event-names.ts'
import { operation } from '../operation.ts'
import { EmailAddress, Id, PathId, Timestamp } from '../scalars.ts'

/** Of one batch. */
export const maxCustomEvents = 100
/** Of the data of one event, as JSON: the body of an event has 20 kB, and a run keeps it. */
export const maxEventDataBytes = 4_096
export const maxEventDataDepth = 5

const event = Type.String({
  format: 'custom-event-name',
  pattern: customNamePattern,
  description:
    'Its name: words of small letters, digits and underscores with dots between them. The log, webhooks and waits know it as custom.<name>.',
  examples: ['order.paid'],
})
const data = Type.Object(
  {},
  { additionalProperties: true, description: 'Whatever you want to know of it: at most 4,096 bytes of JSON, 5 deep.' },
)

export const ContactEventCreate = Type.Object({ event, data: Type.Optional(data) }, { $id: 'ContactEventCreate' })
export type ContactEventCreate = Static<typeof ContactEventCreate>

export const CustomEventCreate = Type.Object(
  {
    event,
    email: Type.Optional(EmailAddress),
    contact_id: Type.Optional(Type.String({ description: 'The id of the contact.' })),
    data: Type.Optional(data),
  },
  {
    $id: 'CustomEventCreate',
    description: 'Either email or contact_id says whose event it is.',
    oneOf: [{ required: ['email'] }, { required: ['contact_id'] }],
  },
)
export type CustomEventCreate = Static<typeof CustomEventCreate>

export const CustomEvent = Type.Object(
  { id: Id, event: Type.String(), contact_id: Id, created_at: Timestamp },
  { $id: 'CustomEvent' },
)
export type CustomEvent = Static<typeof CustomEvent>

/** What became of one item of a batch whose items stand alone. */
export const ItemError = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    details: Type.Optional(Type.Unknown()),
  },
  { $id: 'ItemError', description: 'Why this item was refused; all others were taken.' },
)
export type ItemError = Static<typeof ItemError>

export const CustomEventBatch = Type.Object(
  {
    data: Type.Array(Type.Object({ id: Type.Optional(Id), error: Type.Optional(ItemError) }), {
      description: 'In the order of the request: the id of each event, or why it was refused.',
    }),
  },
  { $id: 'CustomEventBatch' },
)
export type CustomEventBatch = Static<typeof CustomEventBatch>

const paid = {
  id: '01945c1e-e90c-7d47-a1b2-3c4d5e6f7a90',
  event: 'order.paid',
  contact_id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
  created_at: '2026-11-15T09:30:00.000Z',
}
const never = { never: 'the events of the contact tell of it' }
const told = { event: 'order.paid', data: { amount: 49.5, currency: 'EUR' } }

export const customEvents = {
  recordContactEvent: operation({
    id: 'recordContactEvent',
    method: 'POST',
    audit: never,
    path: '/v1/contacts/{id}/events',
    tag: 'Contacts',
    summary: 'Record an event of a contact',
    description:
      'It is kept in the event log as custom.<name>, webhooks that subscribe to it are told, and workflows that start with it or wait for it go on.',
    permission: 'contacts:write',
    params: Type.Object({ id: PathId }),
    body: ContactEventCreate,
    reply: CustomEvent,
    idempotent: true,
    refusals: [],
    example: { params: { id: paid.contact_id }, body: told, reply: paid },
  }),
  recordEventByEmail: operation({
    id: 'recordEventByEmail',
    method: 'POST',
    audit: never,
    path: '/v1/contacts/events',
    tag: 'Contacts',
    summary: 'Record an event of a contact by email',
    description: 'The same for whoever knows the address of the contact. Nobody becomes a contact by it.',
    permission: 'contacts:write',
    body: CustomEventCreate,
    reply: CustomEvent,
    idempotent: true,
    refusals: ['not_found'],
    example: { body: { email: 'ada@example.com', ...told }, reply: paid },
  }),
  recordEvents: operation({
    id: 'recordEvents',
    method: 'POST',
    audit: never,
    path: '/v1/contacts/events/batch',
    tag: 'Contacts',
    summary: 'Record up to 100 events',
    description: 'Each stands alone: one of somebody who is no contact is refused and harms no other.',
    permission: 'contacts:write',
    body: Type.Array(CustomEventCreate, { minItems: 1, maxItems: maxCustomEvents }),
    reply: CustomEventBatch,
    idempotent: true,
    maxValues: 50_000,
    refusals: [],
    example: {
      body: [
        { email: 'ada@example.com', ...told },
        { email: 'nobody@example.com', event: 'trial.begun' },
      ],
      reply: {
        data: [
          { id: paid.id },
          { error: { code: 'not_found', message: 'No such contact.', details: { resource: 'contact' } } },
        ],
      },
    },
  }),
}
