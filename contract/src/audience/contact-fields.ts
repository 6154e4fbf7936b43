import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, Id, Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'
import { maxPropertyText } from './contact-properties.ts'

export const fieldTypes = ['string', 'number', 'boolean', 'date'] as const
export type FieldType = (typeof fieldTypes)[number]

export const fieldKeyPattern = '^[a-z][a-z0-9_]{0,49}$'

const key = Type.String({
  format: 'field-key',
  pattern: fieldKeyPattern,
  description:
    'The key of the field: at most 50 lowercase letters, digits and underscores, starting with a letter. Cannot be changed.',
  examples: ['plan'],
})
const type = OneOf(fieldTypes, { description: 'The type of the values. Cannot be changed.' })
const value = Type.Union([Type.String({ maxLength: maxPropertyText }), Type.Number(), Type.Boolean()])
const fallback = {
  description: 'What templates print for a contact without a value. Must match the type of the field.',
}

export const ContactField = Type.Object(
  {
    id: Id,
    key,
    type,
    fallback: Type.Optional(Type.Union(value.anyOf, fallback)),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'ContactField', description: 'A custom field. Contacts have its values in their properties.' },
)
export type ContactField = Static<typeof ContactField>

export const ContactFieldCreate = Type.Object(
  { key, type, fallback: Type.Optional(Type.Union(value.anyOf, fallback)) },
  { $id: 'ContactFieldCreate' },
)
export type ContactFieldCreate = Static<typeof ContactFieldCreate>

export const ContactFieldUpdate = Type.Object(
  { fallback: Nullable(value, { description: `${fallback.description} Null removes it.` }) },
  { $id: 'ContactFieldUpdate' },
)
export type ContactFieldUpdate = Static<typeof ContactFieldUpdate>

export const ContactFieldList = Type.Object({ data: Type.Array(ContactField) }, { $id: 'ContactFieldList' })

const plan = {
  id: '01945c1e-b3a0-7e11-9c44-2d5e8f7a9b01',
  key: 'plan',
  type: 'string',
  fallback: 'free',
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
} as const
const params = Type.Object({ id: PathId })

export const contactFields = {
  createContactField: operation({
    id: 'createContactField',
    method: 'POST',
    audit: 'contact_field.created',
    path: '/v1/contact-fields',
    tag: 'Contact fields',
    summary: 'Create a contact field',
    description:
      'Contacts can then have a value of the field in their properties, lists can be filtered by it, and templates print it as contact.properties.<key>. An environment can have 100 fields.',
    permission: 'contacts:write',
    body: ContactFieldCreate,
    reply: ContactField,
    status: 201,
    idempotent: true,
    refusals: ['invalid_state'],
    example: { body: { key: 'plan', type: 'string', fallback: 'free' }, reply: plan },
  }),
  listContactFields: operation({
    id: 'listContactFields',
    method: 'GET',
    path: '/v1/contact-fields',
    tag: 'Contact fields',
    summary: 'List contact fields',
    description: 'Returns all fields, ordered by key.',
    permission: 'contacts:read',
    reply: ContactFieldList,
    refusals: [],
    example: { reply: { data: [plan] } },
  }),
  getContactField: operation({
    id: 'getContactField',
    method: 'GET',
    path: '/v1/contact-fields/{id}',
    tag: 'Contact fields',
    summary: 'Read a contact field',
    permission: 'contacts:read',
    params,
    reply: ContactField,
    refusals: [],
    example: { params: { id: plan.id }, reply: plan },
  }),
  updateContactField: operation({
    id: 'updateContactField',
    method: 'PUT',
    audit: 'contact_field.updated',
    path: '/v1/contact-fields/{id}',
    tag: 'Contact fields',
    summary: 'Update the fallback of a contact field',
    description: 'Key and type cannot be changed, because contacts already have values.',
    permission: 'contacts:write',
    params,
    body: ContactFieldUpdate,
    reply: ContactField,
    refusals: [],
    example: {
      params: { id: plan.id },
      body: { fallback: 'trial' },
      reply: { ...plan, fallback: 'trial', updated_at: '2026-11-15T10:00:00.000Z' },
    },
  }),
  deleteContactField: operation({
    id: 'deleteContactField',
    method: 'DELETE',
    audit: 'contact_field.deleted',
    path: '/v1/contact-fields/{id}',
    tag: 'Contact fields',
    summary: 'Delete a contact field',
    description:
      'Deletes the field permanently. This cannot be undone. The field disappears at once; its values are removed from contacts in the background, page by page. The key is free again when the last value is removed. Refused while a segment, a workflow, a signup form or a broadcast on its way uses the field.',
    permission: 'contacts:write',
    params,
    reply: Acknowledgment,
    refusals: ['invalid_state'],
    example: { params: { id: plan.id }, reply: { success: true, message: 'Field deleted.' } },
  }),
}
