/** CSV exports of the dashboard. */
import { Type } from 'typebox'
import { contactBulk } from '../audience/contact-bulk.ts'
import { operation } from '../operation.ts'

const csv = Type.String({ description: 'CSV (RFC 4180), in UTF-8.' })

export const listOperations = {
  exportContacts: operation({
    id: 'exportContacts',
    method: 'GET',
    path: '/console/contacts/export',
    summary: 'Export all contacts of the environment, or those that match the filters of the list',
    query: contactBulk.countContacts.query,
    access: 'member',
    permission: 'contacts:read',
    reply: csv,
    media: 'text/csv',
    refusals: ['not_found'],
  }),
  exportSuppressions: operation({
    id: 'exportSuppressions',
    method: 'GET',
    path: '/console/suppressions/export',
    summary: 'Export all suppressed addresses of the environment',
    access: 'member',
    permission: 'contacts:read',
    reply: csv,
    media: 'text/csv',
    refusals: [],
  }),
} as const
