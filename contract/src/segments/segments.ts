import { type Static, Type } from 'typebox'
import { Contact, contacts } from '../audience/contacts.ts'
import { operation } from '../operation.ts'
import { Page, PageQuery } from '../page.ts'
import { Acknowledgment, EmailAddress, Id, OneOf, PathId, Timestamp } from '../scalars.ts'
import { SegmentFilter } from './filter.ts'

/** Segments per environment. */
export const maxSegments = 500
/** Contacts that one request can add to a static segment, or remove from it. */
export const maxListed = 1_000
/** Contacts in a preview. */
export const sampleSize = 10

export const segmentTypes = ['dynamic', 'static'] as const

const name = Type.String({ minLength: 1, maxLength: 100, description: 'The name, unique ignoring case.' })
const description = Type.String({ maxLength: 1000 })

export const Segment = Type.Object(
  {
    id: Id,
    name,
    description: Type.Optional(description),
    type: OneOf(segmentTypes, {
      description:
        'dynamic: all contacts that match the filter. static: a list that contacts are added to and removed from.',
    }),
    filter: Type.Optional(SegmentFilter),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Segment', description: 'A group of contacts.' },
)
export type Segment = Static<typeof Segment>

export const SegmentCreate = Type.Object(
  { name, description: Type.Optional(description), filter: Type.Optional(SegmentFilter) },
  { $id: 'SegmentCreate', description: 'With a filter the segment is dynamic, without a filter it is a static list.' },
)
export type SegmentCreate = Static<typeof SegmentCreate>

export const SegmentUpdate = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(description), filter: Type.Optional(SegmentFilter) },
  {
    $id: 'SegmentUpdate',
    description: 'Only the fields you give are changed. A static segment cannot become dynamic.',
  },
)
export type SegmentUpdate = Static<typeof SegmentUpdate>

export const SegmentPreviewRequest = Type.Object(
  { filter: Type.Optional(SegmentFilter), segment_id: Type.Optional(Type.String({ maxLength: 64 })) },
  {
    $id: 'SegmentPreviewRequest',
    description: 'Give either filter or segment_id.',
    oneOf: [{ required: ['filter'] }, { required: ['segment_id'] }],
  },
)

export const SegmentPreview = Type.Object(
  {
    count: Type.Integer({ description: 'The number of contacts in the segment.' }),
    is_exact: Type.Boolean({
      description:
        'False when counting took too long. The count is then an estimate from a sample of the contacts, and at least the number of contacts in sample.',
    }),
    sample: Type.Array(Contact, { description: `At most ${sampleSize} contacts of the segment, newest first.` }),
  },
  { $id: 'SegmentPreview' },
)

export const SegmentMembers = Type.Object(
  {
    contact_ids: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: maxListed })),
    emails: Type.Optional(Type.Array(EmailAddress, { minItems: 1, maxItems: maxListed })),
  },
  {
    $id: 'SegmentMembers',
    description: 'Contacts, either by id or by address.',
    oneOf: [{ required: ['contact_ids'] }, { required: ['emails'] }],
  },
)
export type SegmentMembers = Static<typeof SegmentMembers>

export const SegmentMembersChanged = Type.Object(
  {
    changed: Type.Integer({ description: 'How many contacts were added or removed.' }),
    unchanged: Type.Integer({ description: 'How many contacts were already on the list, or were not on it.' }),
    not_found: Type.Array(Type.String(), { description: 'The ids or addresses that match no contact.' }),
  },
  { $id: 'SegmentMembersChanged' },
)

export const ExplainedCondition = Type.Object(
  {
    depth: Type.Integer({ description: '0 for the filter itself, plus one for each enclosing all, any or not.' }),
    asked: Type.String({ description: 'The condition, in words.' }),
    has: Type.Optional(
      Type.String({ description: 'The value of the contact, in words. Left out for all, any and not.' }),
    ),
    is_met: Type.Boolean(),
  },
  { $id: 'ExplainedCondition' },
)
export type ExplainedCondition = Static<typeof ExplainedCondition>

export const SegmentExplanation = Type.Object(
  {
    is_member: Type.Boolean(),
    message: Type.String({ description: 'The reason, in a sentence.' }),
    conditions: Type.Array(ExplainedCondition, {
      description: 'The conditions of the filter. Empty for a static segment.',
    }),
  },
  { $id: 'SegmentExplanation' },
)
export type SegmentExplanation = Static<typeof SegmentExplanation>

const filter = {
  all: [
    { field: 'email_subscribed', operator: 'eq', value: true },
    { event: 'order.paid', at_least: 2, within_days: 30 },
  ],
} as const
const loyal = {
  id: '01945c1e-c7d1-7b52-8e63-4f5a6b7c8d03',
  name: 'Loyal customers',
  type: 'dynamic',
  filter,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
} as const
const vips = {
  id: '01945c1e-c7d1-7b52-8e63-4f5a6b7c8d04',
  name: 'VIPs',
  type: 'static',
  created_at: loyal.created_at,
  updated_at: loyal.updated_at,
} as const
const { reply: ada } = contacts.createContact.example
const params = Type.Object({ id: PathId })
const never = { never: 'changes of list membership are too frequent' }
const added = { changed: 1, unchanged: 0, not_found: ['nobody@example.com'] }

/** Of adding and of removing contacts. */
const membersChange = {
  permission: 'contacts:write',
  params,
  body: SegmentMembers,
  repeatable: true,
  reply: SegmentMembersChanged,
  refusals: ['invalid_state'],
  example: { params: { id: loyal.id }, body: { emails: ['ada@example.com', 'nobody@example.com'] }, reply: added },
} as const

export const segments = {
  createSegment: operation({
    id: 'createSegment',
    method: 'POST',
    audit: 'segment.created',
    path: '/v1/segments',
    tag: 'Segments',
    summary: 'Create a segment',
    description:
      'A dynamic segment is evaluated on each use, so it is always up to date. An environment can have 500 segments.',
    permission: 'contacts:write',
    body: SegmentCreate,
    reply: Segment,
    status: 201,
    idempotent: true,
    refusals: ['invalid_state'],
    example: { body: { name: loyal.name, filter }, reply: loyal },
  }),
  listSegments: operation({
    id: 'listSegments',
    method: 'GET',
    path: '/v1/segments',
    tag: 'Segments',
    summary: 'List segments',
    description: 'Returns segments, newest first.',
    permission: 'contacts:read',
    query: PageQuery({}),
    reply: Page(Segment, 'SegmentPage'),
    refusals: [],
    example: { reply: { data: [loyal], has_more: false } },
  }),
  previewSegment: operation({
    id: 'previewSegment',
    method: 'POST',
    audit: { never: 'it changes nothing' },
    path: '/v1/segments/preview',
    tag: 'Segments',
    summary: 'Preview a segment or a filter',
    description:
      'Returns the count and a sample of the contacts that match a filter, or belong to a segment. Answers within about a second; if counting would take longer, the count is an estimate.',
    permission: 'contacts:read',
    body: SegmentPreviewRequest,
    repeatable: true,
    reply: SegmentPreview,
    refusals: ['not_found'],
    example: { body: { filter }, reply: { count: 1, is_exact: true, sample: [ada] } },
  }),
  getSegment: operation({
    id: 'getSegment',
    method: 'GET',
    path: '/v1/segments/{id}',
    tag: 'Segments',
    summary: 'Read a segment',
    permission: 'contacts:read',
    params,
    reply: Segment,
    refusals: [],
    example: { params: { id: loyal.id }, reply: loyal },
  }),
  updateSegment: operation({
    id: 'updateSegment',
    method: 'PATCH',
    audit: 'segment.updated',
    path: '/v1/segments/{id}',
    tag: 'Segments',
    summary: 'Update a segment',
    description:
      'Only the fields you give are changed. Everything that uses the segment uses the new filter from then on.',
    permission: 'contacts:write',
    params,
    body: SegmentUpdate,
    reply: Segment,
    refusals: ['invalid_state'],
    example: {
      params: { id: loyal.id },
      body: { name: 'Regulars' },
      reply: { ...loyal, name: 'Regulars', updated_at: '2026-11-15T10:00:00.000Z' },
    },
  }),
  deleteSegment: operation({
    id: 'deleteSegment',
    method: 'DELETE',
    audit: 'segment.deleted',
    path: '/v1/segments/{id}',
    tag: 'Segments',
    summary: 'Delete a segment',
    description:
      'Deletes the segment permanently. This cannot be undone. The contacts stay. Refused while another segment, a workflow, or a broadcast that is scheduled, sending or paused uses the segment; the error names it.',
    permission: 'contacts:write',
    params,
    reply: Acknowledgment,
    refusals: ['invalid_state'],
    example: { params: { id: loyal.id }, reply: { success: true, message: 'Segment deleted.' } },
  }),
  listSegmentContacts: operation({
    id: 'listSegmentContacts',
    method: 'GET',
    path: '/v1/segments/{id}/contacts',
    tag: 'Segments',
    summary: 'List the contacts of a segment',
    description:
      'Returns the contacts of the segment, newest first. To combine it with other filters, use GET /v1/contacts with segment_id.',
    permission: 'contacts:read',
    params,
    query: PageQuery({}),
    reply: Page(Contact, 'SegmentContactPage'),
    refusals: [],
    example: { params: { id: loyal.id }, reply: { data: [ada], has_more: false } },
  }),
  listContactSegments: operation({
    id: 'listContactSegments',
    method: 'GET',
    path: '/v1/contacts/{id}/segments',
    tag: 'Contacts',
    summary: 'List the static segments of a contact',
    description:
      'Returns the static segments that the contact was added to, newest first. For a dynamic segment, use GET /v1/segments/{id}/contacts/{contact_id}/explain.',
    permission: 'contacts:read',
    params,
    query: PageQuery({}),
    reply: Page(Segment, 'ContactSegmentPage'),
    refusals: [],
    example: { params: { id: ada.id }, reply: { data: [vips], has_more: false } },
  }),
  addSegmentContacts: operation({
    id: 'addSegmentContacts',
    method: 'POST',
    audit: never,
    path: '/v1/segments/{id}/contacts',
    tag: 'Segments',
    summary: 'Add contacts to a static segment',
    description: `Adds up to ${maxListed.toLocaleString('en')} contacts. Repeating the request changes nothing.`,
    ...membersChange,
  }),
  removeSegmentContacts: operation({
    id: 'removeSegmentContacts',
    method: 'POST',
    audit: never,
    path: '/v1/segments/{id}/contacts/remove',
    tag: 'Segments',
    summary: 'Remove contacts from a static segment',
    description: `Removes up to ${maxListed.toLocaleString('en')} contacts from the segment. The contacts themselves stay. Repeating the request changes nothing.`,
    ...membersChange,
  }),
  explainSegmentContact: operation({
    id: 'explainSegmentContact',
    method: 'GET',
    path: '/v1/segments/{id}/contacts/{contact_id}/explain',
    tag: 'Segments',
    summary: 'Explain whether a contact belongs to a segment',
    permission: 'contacts:read',
    params: Type.Object({ id: PathId, contact_id: PathId }),
    reply: SegmentExplanation,
    refusals: [],
    example: {
      params: { id: loyal.id, contact_id: ada.id },
      reply: {
        is_member: false,
        message: 'The contact does not belong to Loyal customers.',
        conditions: [
          { depth: 0, asked: 'all of these', is_met: false },
          { depth: 1, asked: 'email_subscribed is true', has: 'true', is_met: true },
          { depth: 1, asked: 'order.paid at least 2 times in the last 30 days', has: 'once', is_met: false },
        ],
      },
    },
  }),
}
