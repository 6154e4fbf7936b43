/** What the API and the dashboard do with keys alike. */
import type { Permission } from '@posthorn/contract/permissions'
import type { Caller } from '#core/caller.ts'
import type { Change } from '#core/change.ts'
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { keyHint } from './api-key.ts'
import { checkNewKey, revokedReply, toWireKey } from './key-wire.ts'
import { createKey, readKeysOfEnvironment, readOwnKey, revokeOwnKey, toldOnce } from './keys.ts'
import { waitForKeyCaches } from './wait-for-key-caches.ts'

export type KeyParts = { database: Database; clock: Clock; reservedKeyNames: readonly string[] }
type NewKey = { body: { name: string; permissions: readonly Permission[] } }
type Changing = { change: Change }

export function keyHandlers({ database, clock, reservedKeyNames }: KeyParts) {
  const { db } = database
  return {
    listKeys: async ({ environmentId }: Caller) => ({
      data: (await readKeysOfEnvironment(db, environmentId)).map(toWireKey),
    }),

    async createKey(caller: Caller, { body }: NewKey, { change }: Changing) {
      const permissions = [...new Set(body.permissions)]
      const name = body.name.trim()
      checkNewKey(caller, { name, permissions }, reservedKeyNames)
      const now = clock()
      const asked = { organizationId: caller.organizationId, mode: caller.mode, name, permissions }
      const { id, key } = await audited(database, change, tx => createKey(tx, now, asked))
      const created = { id, name, hint: keyHint(key), permissions, createdAt: now, lastUsedAt: null, revokedAt: null }
      return { ...toWireKey(created), key }
    },

    async revokeKey({ environmentId }: Caller, { params: { id } }: { params: { id: string } }, { change }: Changing) {
      await audited(database, change, tx => revokeOwnKey(tx, clock(), environmentId, id), toldOnce)
      await waitForKeyCaches()
      return revokedReply(await readOwnKey(db, environmentId, id), reservedKeyNames)
    },
  }
}
