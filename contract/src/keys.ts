import { type Static, Type } from 'typebox'
import { operation } from './operation.ts'
import { permissions } from './permissions.ts'
import { Acknowledgment, Id, Name, Nullable, OneOf, PathId, Timestamp } from './scalars.ts'

export const KeyInUse = Type.Object(
  {
    organization: Type.Object({ id: Id, name: Type.String() }),
    mode: OneOf(['live', 'test'], { description: 'The environment that the key gives access to.' }),
    permissions: Type.Array(OneOf(permissions)),
    key: Nullable(
      Type.Object({
        id: Id,
        name: Type.String(),
        hint: Type.String({ description: 'The first characters of the key.' }),
      }),
      { description: 'Null for a session.' },
    ),
  },
  { $id: 'KeyInUse', description: 'The owner and the permissions of a key.' },
)
export type KeyInUse = Static<typeof KeyInUse>

const apiKey = {
  id: Id,
  name: Type.String(),
  hint: Type.String({ description: 'The first characters of the key.' }),
  permissions: Type.Array(OneOf(permissions)),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp, { description: 'Accurate to the minute. Null when the key was never used.' }),
  revoked_at: Nullable(Timestamp),
}
export const ApiKey = Type.Object(apiKey, {
  $id: 'ApiKey',
  description: 'An API key of the environment, without its secret.',
})
export type ApiKey = Static<typeof ApiKey>

const ci: ApiKey = {
  id: '01945c1e-0b28-7d6d-b74c-91d062e3a499',
  name: 'CI',
  hint: 'tx_test_9fQx…',
  permissions: ['emails:send'],
  created_at: '2026-11-15T09:30:00.000Z',
  last_used_at: null,
  revoked_at: null,
}
const keyParams = Type.Object({ id: PathId })

export const keys = {
  listApiKeys: operation({
    id: 'listApiKeys',
    method: 'GET',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'List API keys',
    description: 'Returns all keys of the environment, including revoked ones, newest first. This list has no pages.',
    permission: 'keys:write',
    reply: Type.Object({ data: Type.Array(ApiKey) }, { $id: 'ApiKeyList' }),
    refusals: [],
    example: { reply: { data: [ci] } },
  }),
  createApiKey: operation({
    id: 'createApiKey',
    method: 'POST',
    audit: 'key.created',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'Create an API key',
    description:
      'Creates a key for the same environment. It cannot have permissions that the key in use lacks. The key itself is returned only in this answer.',
    permission: 'keys:write',
    body: Type.Object(
      { name: Name, permissions: Type.Array(OneOf(permissions), { minItems: 1, maxItems: 50 }) },
      { $id: 'ApiKeyCreate' },
    ),
    reply: Type.Object(
      { ...apiKey, key: Type.String({ description: 'The key itself. Shown only once.' }) },
      { $id: 'CreatedApiKey' },
    ),
    status: 201,
    refusals: [],
    example: {
      body: { name: 'CI', permissions: ['emails:send'] },
      reply: { ...ci, key: 'tx_test_9fQxexampleexampleexampleexample' },
    },
  }),
  getApiKey: operation({
    id: 'getApiKey',
    method: 'GET',
    path: '/v1/api-keys/{id}',
    tag: 'API keys',
    summary: 'Read an API key',
    permission: 'keys:write',
    params: keyParams,
    reply: ApiKey,
    refusals: [],
    example: { params: { id: ci.id }, reply: ci },
  }),
  updateApiKey: operation({
    id: 'updateApiKey',
    method: 'PATCH',
    audit: 'key.renamed',
    path: '/v1/api-keys/{id}',
    tag: 'API keys',
    summary: 'Rename an API key',
    description: 'The permissions of a key cannot be changed. Create another key instead.',
    permission: 'keys:write',
    params: keyParams,
    body: Type.Object({ name: Name }, { $id: 'ApiKeyUpdate' }),
    reply: ApiKey,
    refusals: [],
    example: { params: { id: ci.id }, body: { name: 'Nightly' }, reply: { ...ci, name: 'Nightly' } },
  }),
  revokeApiKey: operation({
    id: 'revokeApiKey',
    method: 'DELETE',
    audit: 'key.revoked',
    path: '/v1/api-keys/{id}',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description: 'Once this request is answered, every process rejects the key.',
    permission: 'keys:write',
    params: keyParams,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: ci.id }, reply: { success: true, message: 'The key does not work any more.' } },
  }),
  getKey: operation({
    id: 'getKey',
    method: 'GET',
    path: '/v1/key',
    tag: 'Account',
    summary: 'Read the key in use',
    description:
      'Returns the organization, the environment and the permissions of the key in use. Any key can call this.',
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
