import type { Clock } from '#core/clock.ts'
import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { readErasure } from './read.ts'
import { requestErasure } from './request.ts'
import { toWireErasure } from './wire.ts'

export const erasureRoutes = ({ database, clock }: { database: Database; clock: Clock }) =>
  ({
    async eraseContact({ environmentId }, { params: { id } }, { change }) {
      const erasure = await audited(database, change, async tx => {
        const asked = isId(id) ? await requestErasure(tx, { environmentId, id }, clock()) : undefined
        if (!asked) throw notFound('contact')
        return asked
      })
      return toWireErasure(erasure)
    },

    getErasure: async (caller, { params }) => toWireErasure(await readErasure(database.db, caller, params.id)),
  }) satisfies Partial<Handlers>
