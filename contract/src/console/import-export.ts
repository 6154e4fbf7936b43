/** Contacts and suppressions in bulk: the dashboard reads a CSV file and sends it page by page. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { suppressionReasons } from '../suppressions.ts'

/** Rows of one request. */
export const maxImportRows = 500

/** A cell as it stood in the file: what is wrong with it is said about its row, not about the request. */
const cell = Type.Optional(Type.String({ maxLength: 1_000 }))
const ContactRow = Type.Object({
  email: cell,
  phone_number: cell,
  first_name: cell,
  last_name: cell,
  email_subscribed: Type.Optional(Type.Boolean()),
  sms_subscribed: Type.Optional(Type.Boolean()),
})
const SuppressionRow = Type.Object({ email: cell, reason: cell })

export const Imported = Type.Object({
  created: Type.Number(),
  updated: Type.Number(),
  unchanged: Type.Number(),
  refused: Type.Array(
    Type.Object({
      row: Type.Number({ description: 'Its place in the request, from 0.' }),
      message: Type.String(),
    }),
  ),
})
export type Imported = Static<typeof Imported>

const rows = { minItems: 1, maxItems: maxImportRows }
const csv = Type.String({ description: 'CSV (RFC 4180), in UTF-8.' })

export const listOperations = {
  importContacts: operation({
    id: 'importContacts',
    method: 'POST',
    audit: { never: 'the events of the contact tell of it' },
    path: '/console/contacts/import',
    summary: 'Create contacts, and fill in those that exist',
    description:
      'A row belongs to the contact with its email, or with its number. Empty cells change nothing. A later row of the same contact wins. Nobody who has unsubscribed is subscribed again.',
    access: 'member',
    permission: 'contacts:write',
    bodyLimit: 4 * 1024 * 1024,
    body: Type.Object({ rows: Type.Array(ContactRow, rows) }),
    reply: Imported,
    refusals: [],
  }),
  exportContacts: operation({
    id: 'exportContacts',
    method: 'GET',
    path: '/console/contacts/export',
    summary: 'All contacts of the environment',
    access: 'member',
    permission: 'contacts:read',
    reply: csv,
    media: 'text/csv',
    refusals: [],
  }),
  importSuppressions: operation({
    id: 'importSuppressions',
    method: 'POST',
    audit: { never: 'the entries of the list tell of it' },
    path: '/console/suppressions/import',
    summary: 'Suppress many addresses',
    description: `The reason is one of ${suppressionReasons.join(', ')}; without one it is manual.`,
    access: 'member',
    permission: 'contacts:write',
    body: Type.Object({ rows: Type.Array(SuppressionRow, rows) }),
    reply: Imported,
    refusals: [],
  }),
  exportSuppressions: operation({
    id: 'exportSuppressions',
    method: 'GET',
    path: '/console/suppressions/export',
    summary: 'All suppressed addresses of the environment',
    access: 'member',
    permission: 'contacts:read',
    reply: csv,
    media: 'text/csv',
    refusals: [],
  }),
} as const
