import type { Clock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { type Asked, once, onceEach } from '#resources/account/idempotency/once.ts'
import { toItemError } from '../wire.ts'
import { type EventRequest, recordCustomEvents } from './record.ts'

type Parts = { database: Database; clock: Clock }

export function customEventRoutes({ database, clock }: Parts) {
  const recordOne = groupCommit(
    database,
    (tx, requests: readonly (EventRequest & Asked)[], pass) =>
      onceEach(tx, requests, pass, fresh => recordCustomEvents(tx, fresh)),
    { tenantOf: ({ caller }) => caller.environmentId, overlapFrom: 8 },
  )
  return {
    // Copied field by field: an email in the body is not part of this operation and would take precedence over the id.
    recordContactEvent: (caller, { params, body: { event, data = {} } }, { idempotency }) =>
      recordOne({ caller, asked: { event, data, contact_id: params.id }, idempotency, now: clock() }),

    recordEventByEmail: (caller, { body }, { idempotency }) =>
      recordOne({ caller, asked: body, idempotency, now: clock() }),

    recordEvents: (caller, { body }, { idempotency }) =>
      database.transaction(tx =>
        once(tx, { caller, idempotency }, async () => {
          const now = clock()
          const verdicts = await recordCustomEvents(
            tx,
            body.map(asked => ({ caller, asked, now })),
          )
          return {
            data: verdicts.map(verdict =>
              verdict instanceof Refusal ? { error: toItemError(verdict) } : { id: verdict.id },
            ),
          }
        }),
      ),
  } satisfies Partial<Handlers>
}
