import type { ApiKey } from '@posthorn/contract/keys'
import type { Permission } from '@posthorn/contract/permissions'
import type { Caller } from '#core/caller.ts'
import { invalid, Refusal } from '#core/refusal.ts'

type NewKey = { name: string; permissions: readonly Permission[] }

/** A new key cannot have permissions that its creator lacks, or a name that the settings reserve. */
export function checkNewKey(caller: Caller, { name, permissions }: NewKey, reserved: readonly string[]): void {
  const beyond = permissions.filter(permission => !caller.permissions.has(permission))
  const who = 'person' in caller ? 'Your role' : 'This key'
  if (beyond.length > 0) throw new Refusal('forbidden', { message: `${who} does not have ${beyond.join(', ')}.` })
  refuseReserved(name, reserved)
}

export function refuseReserved(name: string, reserved: readonly string[]): void {
  if (reserved.includes(name)) throw invalid({ path: 'name', message: 'is reserved for a key that the settings fix' })
}

/** The next start restores a key that a setting fixes. */
export const comesBack = (name: string, reserved: readonly string[]): string | undefined =>
  reserved.includes(name)
    ? `Change the setting ${name} as well: if it still has this key, the next start makes the key valid again.`
    : undefined

export function revokedReply({ name }: { name: string }, reserved: readonly string[]) {
  const words = ['The key does not work any more.', comesBack(name, reserved)]
  return { success: true, message: words.filter(Boolean).join(' ') }
}

type Row = {
  id: string
  name: string
  hint: string
  permissions: string[]
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

export const toWireKey = (key: Row): ApiKey => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  // `as`: createKey stores no others.
  permissions: key.permissions as Permission[],
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
})
