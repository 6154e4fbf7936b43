import type { BroadcastRules as WireRules } from '@posthorn/contract/console/broadcasts'
import type { Clock } from '#core/clock.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import type { BroadcastRules } from '#resources/account/organizations/broadcast-rules.ts'
import { readBroadcastRules, setBroadcastRules } from '#resources/account/organizations/set-broadcast-rules.ts'
import { resumeBroadcasts } from './pause.ts'
import { readPauses } from './read.ts'

export const reputationConsoleRoutes = ({ database, clock }: { database: Database; clock: Clock }) =>
  ({
    getBroadcastRules: async ({ organizationId }) => toWireRules(await readBroadcastRules(database.db, organizationId)),

    async setBroadcastRules({ organizationId }, { body }, { change }) {
      const asked = {
        ...(body.max_bounce_percent !== undefined && { maxBouncePercent: body.max_bounce_percent }),
        ...(body.max_complaint_percent !== undefined && { maxComplaintPercent: body.max_complaint_percent }),
        ...(body.unsubscribe_line !== undefined && { unsubscribeLine: body.unsubscribe_line }),
      }
      return toWireRules(await audited(database, change, tx => setBroadcastRules(tx, organizationId, asked)))
    },

    async listBroadcastPauses({ environmentId }) {
      const pauses = await readPauses(database.db, environmentId)
      return {
        data: pauses.map(({ id, domain, reason, pausedAt }) => ({
          ...{ id, domain, reason, paused_at: pausedAt.toISOString() },
        })),
      }
    },

    async resumeBroadcasts({ environmentId }, { params }, { change }) {
      await audited(database, change, tx => resumeBroadcasts(tx, environmentId, { id: params.id }, clock()))
      return { success: true, message: 'Broadcasts resumed.' }
    },
  }) satisfies Partial<ConsoleHandlers>

const toWireRules = ({ maxBouncePercent, maxComplaintPercent, unsubscribeLine }: BroadcastRules): WireRules => ({
  max_bounce_percent: maxBouncePercent,
  max_complaint_percent: maxComplaintPercent,
  unsubscribe_line: unsubscribeLine,
})
