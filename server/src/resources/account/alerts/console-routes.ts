import type { Clock } from '#core/clock.ts'
import type { AddressRule } from '#core/public-address.ts'
import type { Sealer } from '#core/seal.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { sendTestAlert, setAlerts } from './change.ts'
import { readAlerts } from './read.ts'

type Parts = {
  database: Database
  clock: Clock
  publicUrl: string
  sealer: Sealer
  addresses: AddressRule
  /** Whether the installation sends mail of its own. */
  sendsMail: () => boolean
}

export const alertConsoleRoutes = ({ database, clock, publicUrl, sealer, addresses, sendsMail }: Parts) =>
  ({
    getAlerts: ({ environmentId }) => readAlerts(database.db, environmentId, sendsMail()),

    async setAlerts(member, { body }, { change }) {
      const rules = { sealer, addresses: await addresses() }
      await audited(database, change, tx => setAlerts(tx, member, rules, body))
      return readAlerts(database.db, member.environmentId, sendsMail())
    },

    async sendTestAlert(member) {
      await database.transaction(tx => sendTestAlert(tx, member, publicUrl, clock()))
      return { success: true, message: 'The test is on its way.' }
    },
  }) satisfies Partial<ConsoleHandlers>
