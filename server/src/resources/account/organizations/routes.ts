import type { Clock } from '#core/clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { keyHint } from './api-key.ts'
import { checkNewKey, refuseReserved, revokedReply, toWireKey } from './key-wire.ts'
import { createKey, readKey, readKeysOfEnvironment, readOwnKey, renameOwnKey, revokeOwnKey, toldOnce } from './keys.ts'
import { readOrganization } from './plan.ts'
import { waitForKeyCaches } from './wait-for-key-caches.ts'

type Parts = { database: Database; clock: Clock; reservedKeyNames: readonly string[] }

export function keyRoutes({ database, clock, reservedKeyNames }: Parts) {
  const { db } = database
  return {
    async getKey(caller) {
      const { organizationId, mode, permissions, keyId } = caller
      const { id, name } = await readOrganization(db, organizationId)
      // A member's keyId is the id of the person.
      const key = 'person' in caller ? null : await readKey(db, keyId)
      return {
        organization: { id, name },
        mode,
        permissions: [...permissions],
        key: key && { id: keyId, name: key.name, hint: key.hint },
      }
    },

    listApiKeys: async ({ environmentId }) => ({
      data: (await readKeysOfEnvironment(db, environmentId)).map(toWireKey),
    }),

    async createApiKey(caller, { body }, { change }) {
      const permissions = [...new Set(body.permissions)]
      const name = body.name.trim()
      checkNewKey(caller, { name, permissions }, reservedKeyNames)
      const now = clock()
      const asked = { organizationId: caller.organizationId, mode: caller.mode, name, permissions }
      const { id, key } = await audited(database, change, tx => createKey(tx, now, asked))
      const created = { id, name, hint: keyHint(key), permissions, createdAt: now, lastUsedAt: null, revokedAt: null }
      return { ...toWireKey(created), key }
    },

    getApiKey: async ({ environmentId }, { params }) => toWireKey(await readOwnKey(db, environmentId, params.id)),

    async updateApiKey({ environmentId }, { params, body }, { change }) {
      const name = body.name.trim()
      refuseReserved(name, reservedKeyNames)
      const asked = { name, reserved: reservedKeyNames }
      await audited(database, change, tx => renameOwnKey(tx, environmentId, params.id, asked))
      return toWireKey(await readOwnKey(db, environmentId, params.id))
    },

    async revokeApiKey({ environmentId }, { params }, { change }) {
      await audited(database, change, tx => revokeOwnKey(tx, clock(), environmentId, params.id), toldOnce)
      await waitForKeyCaches()
      return revokedReply(await readOwnKey(db, environmentId, params.id), reservedKeyNames)
    },
  } satisfies Partial<Handlers>
}
