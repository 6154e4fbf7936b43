import { type Permission, type PermissionPreset, permissionPresets, permissions } from '@posthorn/contract/permissions'
import type { Mode } from '#core/caller.ts'
import { isId, newId } from '#core/id.ts'
import { invalid, notFound } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { hashApiKey, keyHint, newApiKey } from './api-key.ts'
import {
  findKey,
  findKeyOfEnvironment,
  insertKey,
  listKeys,
  listKeysOfEnvironment,
  renameKeyOfEnvironment,
  revokeKeyById,
} from './key-store.ts'
import { findEnvironment } from './store.ts'

export type KeyRequest = {
  organizationId: string
  mode: Mode
  name: string
  permissions?: readonly Permission[]
  /** A key chosen by the operator; otherwise a random one is generated. */
  key?: string | undefined
}

export async function createKey(tx: Tx, now: Date, asked: KeyRequest): Promise<{ id: string; key: string }> {
  const environment = isId(asked.organizationId) && (await findEnvironment(tx, asked.organizationId, asked.mode))
  if (!environment) throw notFound('organization')
  const key = asked.key ?? newApiKey(asked.mode)
  const id = newId(now)
  await insertKey(tx, {
    id,
    environmentId: environment.id,
    name: asked.name,
    hash: hashApiKey(key),
    hint: keyHint(key),
    permissions: [...(asked.permissions ?? permissionPresets.full_access)],
  })
  return { id, key }
}

export const readKeys = (db: Db, organizationId?: string) => listKeys(db, organizationId)

export async function readKey(db: Db, id: string): Promise<{ name: string; hint: string; revokedAt: Date | null }> {
  const key = isId(id) ? await findKey(db, id) : undefined
  if (!key) throw notFound('key')
  return key
}

/** The key is refused everywhere `keyCacheMs` after the commit. Revoking twice is harmless, and false the second time. */
export async function revokeKey(tx: Tx, now: Date, id: string): Promise<boolean> {
  await readKey(tx, id)
  return revokeKeyById(tx, id, now)
}

/** Presets and single permissions, mixed; undefined when a word is neither. */
export function parsePermissions(words: readonly string[]): Permission[] | undefined {
  const chosen = new Set<Permission>()
  for (const word of words) {
    const preset = Object.hasOwn(permissionPresets, word) ? permissionPresets[word as PermissionPreset] : undefined
    const single = permissions.find(permission => permission === word)
    if (!preset && !single) return undefined
    for (const permission of preset ?? [single as Permission]) chosen.add(permission)
  }
  return [...chosen]
}

export const readKeysOfEnvironment = (db: Db, environmentId: string) => listKeysOfEnvironment(db, environmentId)

export async function readOwnKey(db: Db, environmentId: string, id: string) {
  const key = isId(id) ? await findKeyOfEnvironment(db, environmentId, id) : undefined
  if (!key) throw notFound('key')
  return key
}

/** Like `revokeKey`, for a caller of one environment. */
export async function revokeOwnKey(tx: Tx, now: Date, environmentId: string, id: string): Promise<boolean> {
  await readOwnKey(tx, environmentId, id)
  return revokeKeyById(tx, id, now)
}

/** A key that was revoked already is not in the audit log again. */
export const toldOnce = (isRevokedNow: boolean) => (isRevokedNow ? {} : undefined)

/** `reserved`: names of keys that the settings fix, and revoke when they fix others. */
export async function renameOwnKey(
  tx: Tx,
  environmentId: string,
  id: string,
  { name, reserved }: { name: string; reserved: readonly string[] },
): Promise<void> {
  const before = isId(id) ? await findKey(tx, id) : undefined
  if (!before || !(await renameKeyOfEnvironment(tx, environmentId, id, name))) throw notFound('key')
  if (reserved.includes(before.name))
    throw invalid({ path: 'name', message: `cannot be changed: the setting ${before.name} needs this name` })
}
