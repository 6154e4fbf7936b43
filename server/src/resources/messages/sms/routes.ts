import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import type { AddressRule } from '#core/public-address.ts'
import { Refusal } from '#core/refusal.ts'
import { type Tracer, within } from '#core/tracing.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database, Db } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { type Asked, onceEach, orReplay } from '#resources/account/idempotency/once.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { readTime } from '#resources/automation/clock/hold.ts'
import { toMilliseconds } from '#sending/schedule.ts'
import { acceptSms, type SmsRequest } from './accept.ts'
import { type CallbackSecrets, readCallback } from './callbacks/callback.ts'
import { cancelSms, rescheduleSms } from './later/change-schedule.ts'
import { explainSms, readSmsList, smsReader } from './read/read.ts'
import { readSendRequest } from './request.ts'
import { toWireAccepted, toWireListItem, toWireSms } from './wire.ts'

/** Only sending may use the connections of `database`. */
type Parts = {
  database: Database
  reads: Db
  clock: Clock
  pager: Pager
  card: RateCard
  tracer?: Tracer | undefined
  callbackSecrets: CallbackSecrets
  /** The addresses that may be called. */
  addresses: AddressRule
}

export function smsRoutes({ database, reads, clock, pager, card, tracer, callbackSecrets, addresses }: Parts) {
  const readSms = smsReader(reads)
  const send = groupCommit(
    database,
    (tx, requests: readonly (SmsRequest & Asked)[], pass) =>
      onceEach(tx, requests, pass, async fresh =>
        (await acceptSms(tx, card, fresh)).map(verdict =>
          verdict instanceof Refusal ? verdict : toWireAccepted(verdict),
        ),
      ),
    { tenantOf: ({ caller }) => caller.environmentId, overlapFrom: 8 },
  )

  return {
    sendSms: (caller, { body }, { idempotency, trace }) =>
      orReplay(database.db, { caller, idempotency }, async () => {
        const rules = body.callback && { secrets: callbackSecrets, addresses: await addresses() }
        const callback = rules && body.callback && readCallback(body.callback, caller, rules)
        const now = clock()
        const isScheduled = body.scheduled_for !== undefined
        const time = isScheduled ? await readTime(database.db, () => now, caller) : now
        const asked = { caller, draft: readSendRequest(body, time), callback, idempotency, now }
        return within(tracer, trace, 'commit', place => send({ ...asked, trace: place }))
      }),

    async listSms(caller, { query }) {
      const { status, to, from, search, created_after: createdAfter, created_before: createdBefore } = query
      const filters = { status, to, from, search, createdAfter, createdBefore }
      const page = pager.open(caller, 'sms', query)
      const messages = await readSmsList(database.slowReads(caller.environmentId), caller, page, filters)
      return pager.close(caller, 'sms', query, messages, toWireListItem)
    },

    explainSms: async (caller, { params }) =>
      explainSms(database.slowReads(caller.environmentId), caller, await readSms(caller, params.id)),

    getSms: async (caller, { params }) => toWireSms(await readSms(caller, params.id)),

    async cancelSms(caller, { params }) {
      await database.transaction(tx => cancelSms(tx, caller, clock(), params.id))
      return { success: true, message: 'Text message canceled. It will never leave.' }
    },

    async rescheduleSms(caller, { params, body }) {
      const at = await database.transaction(tx => rescheduleSms(tx, caller, clock(), params.id, body.scheduled_for))
      return { id: params.id, status: 'scheduled', scheduled_for: toMilliseconds(at) }
    },
  } satisfies Partial<Handlers>
}
