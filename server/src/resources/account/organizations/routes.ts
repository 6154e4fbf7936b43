import type { Handlers } from '#http/handler.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { type KeyParts, keyHandlers } from './key-handlers.ts'
import { refuseReserved, toWireKey } from './key-wire.ts'
import { readKey, readOwnKey, renameOwnKey } from './keys.ts'
import { readOrganization } from './plan.ts'

export function keyRoutes(parts: KeyParts) {
  const { database, reservedKeyNames } = parts
  const { db } = database
  const keys = keyHandlers(parts)
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

    listApiKeys: keys.listKeys,
    createApiKey: keys.createKey,
    revokeApiKey: keys.revokeKey,

    getApiKey: async ({ environmentId }, { params }) => toWireKey(await readOwnKey(db, environmentId, params.id)),

    async updateApiKey({ environmentId }, { params, body }, { change }) {
      const name = body.name.trim()
      refuseReserved(name, reservedKeyNames)
      const asked = { name, reserved: reservedKeyNames }
      await audited(database, change, tx => renameOwnKey(tx, environmentId, params.id, asked))
      return toWireKey(await readOwnKey(db, environmentId, params.id))
    },
  } satisfies Partial<Handlers>
}
