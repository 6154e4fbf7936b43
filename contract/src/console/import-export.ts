/** What the dashboard writes into a CSV file, and suppressions in bulk. */
import { Type } from 'typebox'
import { contactBulk } from '../audience/contact-bulk.ts'
import { cell, Imported, importedRows } from '../audience/contact-import.ts'
import { suppressionReasons } from '../audience/suppressions.ts'
import { operation } from '../operation.ts'

const SuppressionRow = Type.Object({ email: cell, reason: cell })

const csv = Type.String({ description: 'CSV (RFC 4180), in UTF-8.' })

export const listOperations = {
  exportContacts: operation({
    id: 'exportContacts',
    method: 'GET',
    path: '/console/contacts/export',
    summary: 'All contacts of the environment, or those that meet the filters of the list',
    query: contactBulk.countContacts.query,
    access: 'member',
    permission: 'contacts:read',
    reply: csv,
    media: 'text/csv',
    refusals: ['not_found'],
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
    body: Type.Object({ rows: Type.Array(SuppressionRow, importedRows) }),
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
