/** Resend's segments are lists that contacts are added to. Our dynamic segments can be read here too. */
import type { Segment } from '@posthorn/contract/segments/segments'
import { Type } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { Maybe } from '#validation/optional.ts'
import { findContact, joinSegment, toContact } from './contacts.ts'
import { deletion } from './deletion.ts'
import { list, PageQuery, pageOf } from './pages.ts'

/** Older clients call them audiences. */
const words = ['segments', 'audiences'] as const

const operationsOf = (word: (typeof words)[number]): DoorOperation[] => [
  doorOperation({
    method: 'POST',
    path: `/${word}`,
    standsFor: 'createSegment',
    status: 201,
    body: Type.Object({ name: Type.String(), filter: Maybe(Type.Unknown()) }),
    async answer({ body: { name, filter }, ask }) {
      // Without its filter, the segment would be empty.
      if (filter) throw invalid({ path: 'filter', message: 'is not supported here: POST /v1/segments takes a filter' })
      const { id } = await ask('createSegment', { body: { name } })
      return { object: 'segment', id, name }
    },
  }),
  doorOperation({
    method: 'GET',
    path: `/${word}`,
    standsFor: 'listSegments',
    query: PageQuery,
    answer: async ({ query, ask }) => list(await ask('listSegments', pageOf(query)), toSegment),
  }),
  doorOperation({
    method: 'GET',
    path: `/${word}/{id}`,
    standsFor: 'getSegment',
    answer: async ({ params, ask }) => ({
      object: 'segment',
      ...toSegment(await ask('getSegment', { params })),
    }),
  }),
  doorOperation({
    method: 'PATCH',
    path: `/${word}/{id}`,
    standsFor: 'updateSegment',
    body: Type.Object({ name: Type.String() }),
    async answer({ params, body: { name }, ask }) {
      const { id } = await ask('updateSegment', { params, body: { name } })
      return { object: 'segment', id }
    },
  }),
  deletion(`/${word}/{id}`, 'deleteSegment', 'segment'),
  doorOperation({
    method: 'GET',
    path: `/${word}/{id}/contacts`,
    standsFor: 'listSegmentContacts',
    query: PageQuery,
    answer: async ({ params, query, ask }) =>
      list(await ask('listSegmentContacts', { params, ...pageOf(query) }), toContact),
  }),
]

export const segmentOperations: DoorOperation[] = [
  ...words.flatMap(operationsOf),
  doorOperation({
    method: 'GET',
    path: '/contacts/{contact}/segments',
    standsFor: 'listContactSegments',
    query: PageQuery,
    async answer({ params, query, ask }) {
      const { id } = await findContact(ask, params.contact)
      return list(await ask('listContactSegments', { params: { id }, ...pageOf(query) }), toSegment)
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/contacts/{contact}/segments/{id}',
    standsFor: 'addSegmentContacts',
    async answer({ params, ask }) {
      const contact = await findContact(ask, params.contact)
      await joinSegment(ask, contact.id, params.id)
      return { id: params.id }
    },
  }),
  doorOperation({
    method: 'DELETE',
    path: '/contacts/{contact}/segments/{id}',
    standsFor: 'removeSegmentContacts',
    async answer({ params, ask }) {
      const contact = await findContact(ask, params.contact)
      await ask('removeSegmentContacts', { params: { id: params.id }, body: { contact_ids: [contact.id] } })
      return { id: params.id, audienceId: params.id, deleted: true }
    },
  }),
]

const toSegment = ({ id, name, created_at }: Segment) => ({ id, name, created_at })
