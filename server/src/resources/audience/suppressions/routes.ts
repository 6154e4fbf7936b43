import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import { Refusal } from '#core/refusal.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { dryRun } from '#postgres/dry-run.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { type Asked, onceEach } from '#resources/account/idempotency/once.ts'
import { createSuppressions, type SuppressionRequest } from './create.ts'
import { importSuppressions } from './import.ts'
import { readSuppression, readSuppressions } from './read.ts'
import { removeSuppression } from './remove.ts'
import type { Suppression } from './suppression.ts'
import { toWireSuppression } from './wire.ts'

type Parts = { database: Database; clock: Clock; pager: Pager }

export function suppressionRoutes({ database, clock, pager }: Parts) {
  const create = groupCommit(
    database,
    (tx, requests: readonly (SuppressionRequest & Asked)[], pass) =>
      onceEach(tx, requests, pass, async fresh => (await createSuppressions(tx, fresh)).map(toReply)),
    { tenantOf: ({ caller }) => caller.environmentId },
  )

  return {
    createSuppression: (caller, { body }, { idempotency }) =>
      create({ caller, asked: body, idempotency, now: clock() }),

    async listSuppressions(caller, { query }) {
      const filters = {
        email: query.email,
        search: query.search,
        reason: query.reason,
        createdAfter: query.created_after,
        createdBefore: query.created_before,
      }
      const page = pager.open(caller, 'suppressions', query)
      const suppressions = await readSuppressions(database.slowReads(caller.environmentId), caller, page, filters)
      return pager.close(caller, 'suppressions', query, suppressions, toWireSuppression)
    },

    getSuppression: async (caller, { params }) =>
      toWireSuppression(await readSuppression(database.db, caller, params.id)),

    importSuppressions(caller, { body: { rows, dry_run } }) {
      const take = (tx: Tx) => importSuppressions(tx, caller, clock(), rows)
      return dry_run ? dryRun(database, take) : database.transaction(take)
    },

    async deleteSuppression(caller, { params }, { change }) {
      await audited(
        database,
        change,
        tx => removeSuppression(tx, caller, clock(), params.id),
        ({ id, email }) => ({ objectId: id, ...(email !== null && { name: masked(email) }) }),
      )
      return { success: true, message: 'Address taken off the suppression list.' }
    },
  } satisfies Partial<Handlers>
}

/** The audit log outlives the suppression list, so it gets only a masked address. */
const masked = (email: string): string => `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`

const toReply = (verdict: Suppression | Refusal) => (verdict instanceof Refusal ? verdict : toWireSuppression(verdict))
