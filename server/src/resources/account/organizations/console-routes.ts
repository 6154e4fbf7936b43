import type { Key, KeyCreate } from '@posthorn/contract/console/organizations'
import type { Permission } from '@posthorn/contract/permissions'
import type { Clock } from '#core/clock.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Member } from '#core/visitor.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { keyHint } from './api-key.ts'
import { createKey, readKeysOfEnvironment, revokeOwnKey } from './keys.ts'
import { readOrganization } from './plan.ts'
import { limitOf, type OwnLimits, unlimited } from './plans.ts'
import { renameOrganization } from './rename.ts'
import { untilEveryoneKnows } from './settle.ts'

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
      checkKey(member, { name, permissions }, reservedKeyNames)
      const now = clock()
      const asked = { organizationId: member.organizationId, mode: member.mode, name, permissions }
      const { id, key } = await audited(database, change, tx => createKey(tx, now, asked))
      const created = { id, name, hint: keyHint(key), permissions, createdAt: now, lastUsedAt: null, revokedAt: null }
      return { ...toWireKey(created), key }
    },

    async revokeKey({ environmentId }, { params }, { change }) {
      await audited(database, change, tx => revokeOwnKey(tx, clock(), environmentId, params.id))
      await untilEveryoneKnows()
      return { success: true, message: 'The key does not work any more.' }
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

/** Nobody gives away by a key what they may not do themselves; and the settings revoke other keys of their names. */
function checkKey(member: Member, { name, permissions }: KeyCreate, reserved: readonly string[]): void {
  const beyond = permissions.filter(permission => !member.permissions.has(permission))
  if (beyond.length > 0) throw new Refusal('forbidden', { message: `Your role does not have ${beyond.join(', ')}.` })
  if (reserved.includes(name)) throw invalid({ path: 'name', message: 'is for a key that the settings fix' })
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

const toWireKey = (key: Row): Key => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  // `as`: createKey takes no others.
  permissions: key.permissions as Permission[],
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
})
