import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { createdFilters, Page, PageQuery } from '../page.ts'
import { Acknowledgment, EmailAddress, Id, OneOf, PathId, Timestamp } from '../scalars.ts'

/** Why an address is suppressed. */
export const suppressionReasons = ['hard_bounce', 'complaint', 'manual', 'unsubscribe'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export const Suppression = Type.Object(
  {
    id: Id,
    email: Type.Optional(
      Type.String({ ...EmailAddress, description: 'The suppressed address. Left out when the person was erased.' }),
    ),
    erased: Type.Optional(
      Type.Boolean({
        description: 'True when the person was erased. Only a hash of the address is kept, to suppress further email.',
      }),
    ),
    reason: OneOf(suppressionReasons, { description: 'Why the address is suppressed.' }),
    email_id: Type.Optional(Type.String({ ...Id, description: 'The email that caused the suppression.' })),
    created_at: Timestamp,
  },
  { $id: 'Suppression', description: 'An address that no email is sent to.' },
)
export type Suppression = Static<typeof Suppression>

export const SuppressionCreate = Type.Object(
  { email: EmailAddress, reason: Type.Optional(OneOf(suppressionReasons, { default: 'manual' })) },
  { $id: 'SuppressionCreate' },
)
export type SuppressionCreate = Static<typeof SuppressionCreate>

const gone = {
  id: '01945c1e-b6d3-7e18-a2f7-4c8b1d9e5f44',
  email: 'gone@example.com',
  reason: 'manual',
  created_at: '2026-11-15T09:30:00.000Z',
}
const bounced = {
  id: '01945c1e-c7e4-7f29-b308-5d9c2eaf6055',
  email: 'nobody@example.com',
  reason: 'hard_bounce',
  email_id: '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33',
  created_at: '2026-11-15T09:31:00.000Z',
}

const entryParams = Type.Object({
  id: Type.String({ ...PathId, description: 'The id of the entry, or the address itself (percent-encoded).' }),
})

export const suppressions = {
  createSuppression: operation({
    id: 'createSuppression',
    method: 'POST',
    audit: { never: 'recorded in the entry of the list' },
    path: '/v1/suppressions',
    tag: 'Suppressions',
    summary: 'Suppress an address',
    description:
      'No more email is sent to the address. An address is on the list only once, ignoring case: if it is already there, the existing entry is returned. Its reason changes only when a wish of the person, unsubscribe or complaint, replaces a weaker one.',
    permission: 'contacts:write',
    body: SuppressionCreate,
    reply: Suppression,
    idempotent: true,
    refusals: [],
    example: { body: { email: 'gone@example.com' }, reply: gone },
  }),
  listSuppressions: operation({
    id: 'listSuppressions',
    method: 'GET',
    path: '/v1/suppressions',
    tag: 'Suppressions',
    summary: 'List suppressed addresses',
    description:
      'Returns suppressed addresses, newest first. Filters can be combined. An address is added automatically when its mailbox does not exist or its owner reports spam. People who unsubscribe are not on this list: their contact has email_subscribed false or left a topic, and they still receive email that is not a broadcast. The entry of an erased person has no address, but the filter email still finds it.',
    permission: 'contacts:read',
    query: PageQuery({
      email: Type.Optional(Type.String({ ...EmailAddress, description: 'Only this address, ignoring case.' })),
      search: Type.Optional(
        Type.String({
          minLength: 3,
          maxLength: 256,
          description: 'Part of an address, ignoring case. Does not find erased people.',
        }),
      ),
      reason: Type.Optional(OneOf(suppressionReasons)),
      ...createdFilters,
    }),
    reply: Page(Suppression, 'SuppressionPage'),
    refusals: [],
    example: { query: { limit: 20 }, reply: { data: [bounced, gone], has_more: false } },
  }),
  getSuppression: operation({
    id: 'getSuppression',
    method: 'GET',
    path: '/v1/suppressions/{id}',
    tag: 'Suppressions',
    summary: 'Read a suppression list entry',
    permission: 'contacts:read',
    params: entryParams,
    reply: Suppression,
    refusals: [],
    example: { params: { id: gone.id }, reply: gone },
  }),
  deleteSuppression: operation({
    id: 'deleteSuppression',
    method: 'DELETE',
    audit: 'suppression.deleted',
    path: '/v1/suppressions/{id}',
    tag: 'Suppressions',
    summary: 'Remove an address from the suppression list',
    description: 'Email is sent to the address again.',
    permission: 'contacts:write',
    params: entryParams,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: gone.id }, reply: { success: true, message: 'Address taken off the suppression list.' } },
  }),
}
