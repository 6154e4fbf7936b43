import type { ContactField } from '@posthorn/contract/audience/contact-fields'
import { Type } from 'typebox'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given, Maybe } from '#validation/optional.ts'
import { deletion } from './deletion.ts'
import { cut, list, PageQuery } from './pages.ts'

const Value = Type.Union([Type.String(), Type.Number()])

export const contactPropertyOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/contact-properties',
    standsFor: 'createContactField',
    status: 201,
    body: Type.Object({
      key: Type.String(),
      type: Type.Union([Type.Literal('string'), Type.Literal('number')]),
      fallback_value: Maybe(Value),
    }),
    async answer({ body: { key, type, fallback_value }, ask }) {
      const { id } = await ask('createContactField', { body: { key, type, ...given({ fallback: fallback_value }) } })
      return { object: 'contact_property', id }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/contact-properties',
    standsFor: 'listContactFields',
    query: PageQuery,
    answer: async ({ query, ask }) => list(cut((await ask('listContactFields')).data, query), toProperty),
  }),
  doorOperation({
    method: 'GET',
    path: '/contact-properties/{id}',
    standsFor: 'getContactField',
    answer: async ({ params, ask }) => ({
      object: 'contact_property',
      ...toProperty(await ask('getContactField', { params })),
    }),
  }),
  doorOperation({
    method: 'PATCH',
    path: '/contact-properties/{id}',
    standsFor: 'updateContactField',
    body: Type.Object({ fallback_value: Maybe(Value) }),
    async answer({ params, body, ask }) {
      const { id } = await ask('updateContactField', {
        params,
        body: { fallback: body.fallback_value ?? null },
      })
      return { object: 'contact_property', id }
    },
  }),
  deletion('/contact-properties/{id}', 'deleteContactField', 'contact_property'),
]

/** Resend has only strings and numbers: dates and booleans become strings. */
const toProperty = ({ id, key, type, fallback, created_at }: ContactField) => ({
  id,
  key,
  type: type === 'number' ? 'number' : 'string',
  fallback_value: fallback ?? null,
  created_at,
})
