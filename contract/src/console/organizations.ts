import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { permissions } from '../permissions.ts'
import { Acknowledgment, Id, Name, Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'
import { List } from './scalars.ts'

const Organization = Type.Object({ id: Id, name: Type.String(), plan: Type.String() })

const key = {
  id: Id,
  name: Type.String(),
  hint: Type.String({ description: 'The first characters of the key.' }),
  permissions: Type.Array(OneOf(permissions)),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp, { description: 'Accurate to the minute. Null when the key was never used.' }),
  revoked_at: Nullable(Timestamp),
}
export const Key = Type.Object(key)
export type Key = Static<typeof Key>

const KeyCreate = Type.Object({
  name: Name,
  permissions: Type.Array(OneOf(permissions), { minItems: 1, maxItems: 50 }),
})
export type KeyCreate = Static<typeof KeyCreate>

export const organizationOperations = {
  createOrganization: operation({
    id: 'createOrganization',
    method: 'POST',
    audit: 'organization.created',
    path: '/console/organizations',
    summary: 'Create another organization, owned by the caller',
    description: 'For owners of the first organization.',
    access: 'person',
    body: Type.Object({ name: Name }),
    reply: Organization,
    status: 201,
    refusals: [],
  }),
  updateOrganization: operation({
    id: 'updateOrganization',
    method: 'PATCH',
    audit: 'organization.updated',
    path: '/console/organization',
    summary: 'Rename the organization',
    access: 'member',
    permission: 'settings:manage',
    body: Type.Object({ name: Name }),
    reply: Organization,
    refusals: [],
  }),
  listKeys: operation({
    id: 'listKeys',
    method: 'GET',
    path: '/console/keys',
    summary: 'List the API keys of the environment, without their secrets, newest first',
    access: 'member',
    permission: 'keys:manage',
    reply: List(Key),
    refusals: [],
  }),
  createKey: operation({
    id: 'createKey',
    method: 'POST',
    audit: 'key.created',
    path: '/console/keys',
    summary: 'Create an API key for the environment',
    access: 'member',
    permission: 'keys:manage',
    body: KeyCreate,
    reply: Type.Object({ ...key, key: Type.String({ description: 'The key itself. Shown only once.' }) }),
    status: 201,
    refusals: [],
  }),
  revokeKey: operation({
    id: 'revokeKey',
    method: 'DELETE',
    audit: 'key.revoked',
    path: '/console/keys/{id}',
    summary: 'Revoke an API key',
    description: 'Once this request is answered, every process rejects the key.',
    access: 'member',
    permission: 'keys:manage',
    params: Type.Object({ id: PathId }),
    reply: Acknowledgment,
    refusals: [],
  }),
} as const
