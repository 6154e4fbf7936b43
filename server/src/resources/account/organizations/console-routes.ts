import type { ConsoleHandlers } from '#http/handler.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { type KeyParts, keyHandlers } from './key-handlers.ts'
import { readOrganization } from './plan.ts'
import { limitOf, type OwnLimits, unlimited } from './plans.ts'
import { renameOrganization } from './rename.ts'

export function organizationConsoleRoutes(parts: KeyParts) {
  const { database } = parts
  const { db } = database
  return {
    async updateOrganization({ organizationId }, { body }, { change }) {
      await audited(database, change, tx => renameOrganization(tx, organizationId, body.name))
      const { id, name, plan } = await readOrganization(db, organizationId)
      return { id, name, plan }
    },

    ...keyHandlers(parts),

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
