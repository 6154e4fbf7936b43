/** One search over everything, for the command menu. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Id, OneOf } from '../scalars.ts'

export const foundKinds = [
  'email',
  'sms',
  'broadcast',
  'contact',
  'suppression',
  'template',
  'workflow',
  'topic',
  'webhook',
  'domain',
  'key',
] as const
export type FoundKind = (typeof foundKinds)[number]

const kind = OneOf(foundKinds)
export const Found = Type.Object({
  kind,
  id: Id,
  title: Type.String({ description: 'A subject, an address or a name.' }),
  detail: Type.String({ description: 'A second line; may be empty.' }),
})
export type Found = Static<typeof Found>

export const searchOperations = {
  searchEverything: operation({
    id: 'searchEverything',
    method: 'GET',
    path: '/console/search',
    summary: 'Find objects of any kind by a part of their subject, address, name or id',
    description:
      'Returns a few objects of each kind that the role can read, newest first. Text messages are found by at least four digits of a number. Message bodies are not searched.',
    access: 'member',
    permission: 'console:read',
    query: Type.Object({ q: Type.String({ minLength: 3, maxLength: 256 }) }),
    reply: Type.Object({
      data: Type.Array(Found),
      unfinished: Type.Array(kind, { description: 'Kinds whose search timed out. They may have more results.' }),
    }),
    refusals: [],
    example: {
      query: { q: 'acme' },
      reply: {
        data: [{ kind: 'domain', id: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11', title: 'acme.test', detail: '' }],
        unfinished: [],
      },
    },
  }),
} as const
