import { type Static, Type } from 'typebox'
import { operation } from './operation.ts'
import { permissions } from './permissions.ts'
import { Id, Nullable, OneOf } from './scalars.ts'

export const KeyInUse = Type.Object(
  {
    organization: Type.Object({ id: Id, name: Type.String() }),
    mode: OneOf(['live', 'test'], { description: 'The environment that it opens.' }),
    permissions: Type.Array(OneOf(permissions)),
    key: Nullable(
      Type.Object({
        id: Id,
        name: Type.String(),
        hint: Type.String({ description: 'Its first characters.' }),
      }),
      { description: 'Null with a session.' },
    ),
  },
  { $id: 'KeyInUse', description: 'Whose key it is, and what it may do.' },
)
export type KeyInUse = Static<typeof KeyInUse>

export const keys = {
  getKey: operation({
    id: 'getKey',
    method: 'GET',
    path: '/v1/key',
    tag: 'Account',
    summary: 'Read what the key in use may do',
    description: 'Whose it is, which environment it opens and what it may do. Any key may ask.',
    permission: null,
    reply: KeyInUse,
    refusals: [],
    example: {
      reply: {
        organization: { id: '01945c1e-0000-7d52-b3c8-7e2d9f4a1b33', name: 'Acme' },
        mode: 'test',
        permissions: ['emails:send', 'emails:read'],
        key: { id: '01945c1e-0b28-7d6d-b74c-91d062e3a499', name: 'CI', hint: 'tx_test_9fQx…' },
      },
    },
  }),
}
