import type { Clock } from '#core/clock.ts'
import { isId } from '#core/id.ts'
import type { Pager } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { once } from '#resources/account/idempotency/once.ts'
import { createImport } from './create.ts'
import { findImport, listImports } from './store.ts'
import { toWireImport } from './wire.ts'

type Parts = { database: Database; clock: Clock; pager: Pager }

export const contactFileRoutes = ({ database, clock, pager }: Parts) =>
  ({
    importContactFile: (caller, { body }, { idempotency }) =>
      database.transaction(tx =>
        once(tx, { caller, idempotency }, async () => toWireImport(await createImport(tx, caller, clock(), body))),
      ),

    async listContactFileImports(caller, { query }) {
      const page = pager.open(caller, 'imports of contacts', query)
      const db = database.slowReads(caller.environmentId)
      const imports = await listImports(db, caller.environmentId, page, { status: query.status })
      return pager.close(caller, 'imports of contacts', query, imports, toWireImport)
    },

    async getContactFileImport({ environmentId }, { params: { id } }) {
      const found = isId(id) ? await findImport(database.db, { environmentId, id }) : undefined
      if (!found) throw notFound('import')
      return toWireImport(found)
    },
  }) satisfies Partial<Handlers>
