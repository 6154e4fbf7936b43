import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { once } from '#resources/account/idempotency/once.ts'
import { changeSegment, removeSegment } from './change.ts'
import { createSegment } from './create.ts'
import { readSegment, readSegments } from './members.ts'
import { toWireSegment } from './wire.ts'

type Parts = { database: Database; clock: Clock; pager: Pager }

export const segmentRoutes = ({ database, clock, pager }: Parts) =>
  ({
    createSegment: (caller, { body }, { idempotency, change }) =>
      audited(database, change, tx =>
        once(tx, { caller, idempotency }, async () => toWireSegment(await createSegment(tx, caller, clock(), body))),
      ),

    async listSegments(caller, { query }) {
      const page = pager.open(caller, 'segments', query)
      const segments = await readSegments(database.slowReads(caller.environmentId), caller.environmentId, page)
      return pager.close(caller, 'segments', query, segments, toWireSegment)
    },

    getSegment: async (caller, { params }) =>
      toWireSegment(await readSegment(database.db, caller.environmentId, params.id)),

    updateSegment: async (caller, { params, body }, { change }) =>
      toWireSegment(await audited(database, change, tx => changeSegment(tx, caller, clock(), params.id, body))),

    async deleteSegment(caller, { params }, { change }) {
      await audited(database, change, tx => removeSegment(tx, caller, params.id))
      return { success: true, message: 'Segment deleted.' }
    },
  }) satisfies Partial<Handlers>
