import type { Pager } from '#core/page.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readAuditLog } from './read.ts'
import { toWireEntry } from './wire.ts'

export const auditLogRoutes = ({ database, pager }: { database: Database; pager: Pager }) =>
  ({
    async listAuditLog(caller, { query }) {
      const filters = {
        actorId: query.actor_id,
        actorType: query.actor_type,
        action: query.action,
        objectType: query.object_type,
        objectId: query.object_id,
        start: query.start,
        end: query.end,
      }
      const page = pager.open(caller, 'audit log', query)
      const entries = await readAuditLog(database.slowReads(caller.environmentId), caller, page, filters)
      return pager.close(caller, 'audit log', query, entries, toWireEntry)
    },
  }) satisfies Partial<Handlers>
