import { type PermissionPreset, permissionPresets } from '@posthorn/contract/permissions'
import { Type } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { Maybe } from '#validation/optional.ts'
import { deletion } from './deletion.ts'
import { cut, list, PageQuery } from './pages.ts'

export const apiKeyOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/api-keys',
    standsFor: 'createApiKey',
    status: 201,
    body: Type.Object({
      name: Type.String(),
      permission: Maybe(Type.Union([Type.Literal('full_access'), Type.Literal('sending_access')])),
      domain_id: Maybe(Type.String()),
    }),
    async answer({ body: { name, permission, domain_id }, ask }) {
      if (domain_id) throw invalid({ path: 'domain_id', message: 'is not supported: a key can send from every domain' })
      const preset: PermissionPreset = permission ?? 'full_access'
      const { id, key } = await ask('createApiKey', { body: { name, permissions: [...permissionPresets[preset]] } })
      return { id, token: key }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/api-keys',
    standsFor: 'listApiKeys',
    query: PageQuery,
    async answer({ query, ask }) {
      const { data } = await ask('listApiKeys')
      const inUse = data.filter(({ revoked_at }) => revoked_at === null)
      return list(cut(inUse, query), ({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at,
        last_used_at,
      }))
    },
  }),
  doorOperation({
    method: 'PATCH',
    path: '/api-keys/{id}',
    standsFor: 'updateApiKey',
    body: Type.Object({ name: Type.String() }),
    async answer({ params, body: { name }, ask }) {
      const { id } = await ask('updateApiKey', { params, body: { name } })
      return { object: 'api_key', id }
    },
  }),
  deletion('/api-keys/{id}', 'revokeApiKey', 'api_key'),
]
