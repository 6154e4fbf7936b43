/** Events of a contact that the tenant's application records: an order was paid, a trial has begun. */
import { type Static, Type } from 'typebox'
import { customNamePattern } from '../event-names.ts'
import { operation } from '../operation.ts'
import { EmailAddress, Id, PathId, Timestamp } from '../scalars.ts'

/** Events in one batch. */
export const maxCustomEvents = 100
/** The data of one event, as JSON: the body of an event is limited to 20 kB, and a run stores it. */
export const maxEventDataBytes = 4_096
export const maxEventDataDepth = 5

const event = Type.String({
  format: 'custom-event-name',
  pattern: customNamePattern,
  description:
    'The name of the event: words of lowercase letters, digits and underscores, separated by dots. The event log, webhooks and workflows use custom.<name>.',
  examples: ['order.paid'],
})
export const CustomEventData = Type.Object(
  {},
  { additionalProperties: true, description: 'Any data about the event: at most 4,096 bytes of JSON, 5 levels deep.' },
)

export const ContactEventCreate = Type.Object(
  { event, data: Type.Optional(CustomEventData) },
  { $id: 'ContactEventCreate' },
)
export type ContactEventCreate = Static<typeof ContactEventCreate>

export const CustomEventCreate = Type.Object(
  {
    event,
    email: Type.Optional(EmailAddress),
    contact_id: Type.Optional(Type.String({ description: 'The id of the contact.' })),
    data: Type.Optional(CustomEventData),
  },
  {
    $id: 'CustomEventCreate',
    description: 'Identify the contact by either email or contact_id.',
    oneOf: [{ required: ['email'] }, { required: ['contact_id'] }],
  },
)
export type CustomEventCreate = Static<typeof CustomEventCreate>

export const CustomEvent = Type.Object(
  { id: Id, event: Type.String(), contact_id: Id, created_at: Timestamp },
  { $id: 'CustomEvent' },
)
export type CustomEvent = Static<typeof CustomEvent>

/** The error of one item in a batch whose items are independent. */
export const ItemError = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    details: Type.Optional(Type.Unknown()),
  },
  { $id: 'ItemError', description: 'Why this item was refused. It does not affect the other items.' },
)
export type ItemError = Static<typeof ItemError>

export const CustomEventBatch = Type.Object(
  {
    data: Type.Array(Type.Object({ id: Type.Optional(Id), error: Type.Optional(ItemError) }), {
      description: 'In the order of the request: the id of each event, or the reason why it was refused.',
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
const never = { never: 'recorded in the events of the contact' }
const order = { event: 'order.paid', data: { amount: 49.5, currency: 'EUR' } }

export const customEvents = {
  recordContactEvent: operation({
    id: 'recordContactEvent',
    method: 'POST',
    audit: never,
    path: '/v1/contacts/{id}/events',
    tag: 'Contacts',
    summary: 'Record an event of a contact',
    description:
      'The event is stored in the event log as custom.<name> and sent to webhooks that subscribe to it. It starts workflows that begin with it and continues runs that wait for it.',
    permission: 'contacts:write',
    params: Type.Object({ id: PathId }),
    body: ContactEventCreate,
    reply: CustomEvent,
    idempotent: true,
    refusals: [],
    example: { params: { id: paid.contact_id }, body: order, reply: paid },
  }),
  recordEventByEmail: operation({
    id: 'recordEventByEmail',
    method: 'POST',
    audit: never,
    path: '/v1/contacts/events',
    tag: 'Contacts',
    summary: 'Record an event of a contact by email',
    description:
      'Like recording an event by the id of the contact, but with its email address. Does not create a contact.',
    permission: 'contacts:write',
    body: CustomEventCreate,
    reply: CustomEvent,
    idempotent: true,
    refusals: ['not_found'],
    example: { body: { email: 'ada@example.com', ...order }, reply: paid },
  }),
  recordEvents: operation({
    id: 'recordEvents',
    method: 'POST',
    audit: never,
    path: '/v1/contacts/events/batch',
    tag: 'Contacts',
    summary: 'Record up to 100 events',
    description:
      'Each event is recorded on its own. An event for an unknown contact is refused and does not affect the others.',
    permission: 'contacts:write',
    body: Type.Array(CustomEventCreate, { minItems: 1, maxItems: maxCustomEvents }),
    reply: CustomEventBatch,
    idempotent: true,
    maxValues: 50_000,
    refusals: [],
    example: {
      body: [
        { email: 'ada@example.com', ...order },
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
