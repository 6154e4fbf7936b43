import type { Clock } from '#core/clock.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { keyHint } from './api-key.ts'
import { checkNewKey, revokedReply, toWireKey } from './key-wire.ts'
import { createKey, readKeysOfEnvironment, readOwnKey, revokeOwnKey, toldOnce } from './keys.ts'
import { readOrganization } from './plan.ts'
import { limitOf, type OwnLimits, unlimited } from './plans.ts'
import { renameOrganization } from './rename.ts'
import { waitForKeyCaches } from './wait-for-key-caches.ts'

type Parts = { database: Database; clock: Clock; reservedKeyNames: readonly string[] }

export function organizationConsoleRoutes({ database, clock, reservedKeyNames }: Parts) {
  const { db } = database
  return {
    async updateOrganization({ organizationId }, { body }, { change }) {
      await audited(database, change, tx => renameOrganization(tx, organizationId, body.name))
      const { id, name, plan } = await readOrganization(db, organizationId)
      return { id, name, plan }
    },

    listKeys: async ({ environmentId }) => ({ data: (await readKeysOfEnvironment(db, environmentId)).map(toWireKey) }),

    async createKey(member, { body }, { change }) {
      const permissions = [...new Set(body.permissions)]
      const name = body.name.trim()
      checkNewKey(member, { name, permissions }, reservedKeyNames)
      const now = clock()
      const asked = { organizationId: member.organizationId, mode: member.mode, name, permissions }
      const { id, key } = await audited(database, change, tx => createKey(tx, now, asked))
      const created = { id, name, hint: keyHint(key), permissions, createdAt: now, lastUsedAt: null, revokedAt: null }
      return { ...toWireKey(created), key }
    },

    async revokeKey({ environmentId }, { params }, { change }) {
      await audited(database, change, tx => revokeOwnKey(tx, clock(), environmentId, params.id), toldOnce)
      await waitForKeyCaches()
      return revokedReply(await readOwnKey(db, environmentId, params.id), reservedKeyNames)
    },

    async getLimits({ organizationId }) {
      const { plan, ...own } = await readOrganization(db, organizationId)
      const limit = (name: keyof OwnLimits) => {
        const number = limitOf(name, plan, own[name])
        return number >= unlimited ? null : number
      }
      return {
        plan,
        requests_per_hour: limit('requestsPerHour'),
        sends_per_hour: limit('sendsPerHour'),
        sends_per_day: limit('sendsPerDay'),
        sends_per_month: limit('sendsPerMonth'),
      }
    },
  } satisfies Partial<ConsoleHandlers>
}
