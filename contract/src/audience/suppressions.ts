import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { createdFilters, Page, PageQuery } from '../page.ts'
import { Acknowledgment, EmailAddress, Id, OneOf, PathId, Timestamp } from '../scalars.ts'

/** Why an address must not be written to. */
export const suppressionReasons = ['hard_bounce', 'complaint', 'manual', 'unsubscribe'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export const Suppression = Type.Object(
  {
    id: Id,
    email: Type.Optional(
      Type.String({ ...EmailAddress, description: 'Left out of an entry that is kept of an erased person.' }),
    ),
    erased: Type.Optional(
      Type.Boolean({
        description:
          'True when the person was erased. Only a hash of the address is kept, so that no email is sent to it.',
      }),
    ),
    reason: OneOf(suppressionReasons, { description: 'Why nothing is sent to the address.' }),
    email_id: Type.Optional(Type.String({ ...Id, description: 'The email that led to it.' })),
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

export const suppressions = {
  createSuppression: operation({
    id: 'createSuppression',
    method: 'POST',
    audit: { never: 'the entry of the list tells of it' },
    path: '/v1/suppressions',
    tag: 'Suppressions',
    summary: 'Suppress an address',
    description:
      'From now on no email is sent to it. An address is on the list once, whatever its case: if it is there already, the answer is the existing entry, unchanged.',
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
      'Newest first. Filters combine. Addresses come here by themselves when a mailbox does not exist or its owner complains. Whoever unsubscribes is a contact with email_subscribed false, or left a topic, and still gets what is not a broadcast. The entry of an erased person has no address; it is found by the filter email all the same.',
    permission: 'contacts:read',
    query: PageQuery({
      email: Type.Optional(Type.String({ ...EmailAddress, description: 'Only this address, in any case.' })),
      search: Type.Optional(
        Type.String({
          minLength: 3,
          maxLength: 256,
          description: 'The beginning of an address, in any case. Erased people are not found by it.',
        }),
      ),
      reason: Type.Optional(OneOf(suppressionReasons)),
      ...createdFilters,
    }),
    reply: Page(Suppression, 'SuppressionPage'),
    refusals: [],
    example: { query: { limit: 20 }, reply: { data: [bounced, gone], has_more: false } },
  }),
  deleteSuppression: operation({
    id: 'deleteSuppression',
    method: 'DELETE',
    audit: 'suppression.deleted',
    path: '/v1/suppressions/{id}',
    tag: 'Suppressions',
    summary: 'Take an address off the suppression list',
    description: 'From now on email is sent to it again.',
    permission: 'contacts:write',
    params: Type.Object({
      id: Type.String({ ...PathId, description: 'The id of the entry, or the address itself (percent-encoded).' }),
    }),
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: gone.id }, reply: { success: true, message: 'Address taken off the suppression list.' } },
  }),
}
