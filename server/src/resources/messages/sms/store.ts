/** The tables of accepted and received messages. */
import { sql } from 'kysely'
import type { TracePlace } from '#core/tracing.ts'
import { arrayLiteral } from '#postgres/arrays/array-literal.ts'
import { asTable, booleans, bytes, moments, numerics, smallints, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { dollarsToText } from '#resources/account/rates/dollars.ts'
import type { Price } from '#resources/account/rates/rate-card.ts'
import type { Callback } from './callbacks/callback.ts'
import type { Draft } from './sms.ts'

export type NewSms = {
  environmentId: string
  organizationId: string
  id: string
  direction: 'outbound' | 'inbound'
  draft: Draft
  trace?: TracePlace
  /** The email that it replaces. */
  fallbackOf?: string
  /** The broadcast that it is part of. */
  broadcastId?: string
  /** Not before then. */
  later?: { at: Date; waitsFor: string }
  /** The callback for changes of its status. */
  callback?: Callback
  /** Why it cannot be sent: it fails when it is stored. */
  failedBecause?: string
  /** It fails because its recipient has opted out. */
  suppressed?: boolean
  price: Price
  /** An automatic answer: sent even when the number has opted out. */
  automatic: boolean
  createdAt: Date
  giveUpAt: Date
  /** It must not be submitted after this; null when there is no limit. */
  validUntil: Date | null
}

/** Inserts messages and their progress, in one statement. */
export async function insertSms(tx: Tx, messages: readonly NewSms[]): Promise<void> {
  const drafts = messages.map(one => one.draft)
  // In separate statements, so that messages without a trace, callback, schedule, fallback or broadcast need only one.
  const isTraced = messages.some(one => one.trace)
  const trace = isTraced ? sql`, trace` : sql``
  const isFallback = messages.some(one => one.fallbackOf !== undefined)
  const fallbackOf = isFallback ? sql`, fallback_of` : sql``
  const isBroadcast = messages.some(one => one.broadcastId !== undefined)
  const broadcast = isBroadcast ? sql`, broadcast_id` : sql``
  const isUnsendable = messages.some(one => one.failedBecause !== undefined)
  const suppressed = isUnsendable ? sql`, suppressed` : sql``
  const isLater = drafts.some(draft => draft.scheduledFor !== undefined)
  const scheduledFor = isLater ? sql`, scheduled_for` : sql``
  const scheduled = isLater ? sql`when scheduled_for is not null then 'scheduled'` : sql``
  const failed = isUnsendable ? sql`when failed then 'failed'` : sql``
  const isDue = sql`${isLater ? sql`and scheduled_for is null` : sql``} ${isUnsendable ? sql`and not failed` : sql``}`
  const dueAt = isBroadcast ? sql`greatest(now(), due_at)` : sql`now()`
  const waitsFor = isBroadcast ? sql`, waits_for` : sql``
  const ownWaitsFor = isBroadcast ? sql`, case when due_at > now() then waits_for end` : sql``
  // Messages of broadcasts yield to new ones, like retries.
  const priority = isBroadcast ? sql`, priority` : sql``
  const ownPriority = isBroadcast ? sql`, case when broadcast_id is null then 0 else 5 end` : sql``
  const isCalled = messages.some(one => one.callback)
  const callback = isCalled ? sql`, callback_url, callback_account` : sql``
  const callDue = isCalled ? sql`, callback_secret, callback_tries, callback_due_at` : sql``
  const ownCallDue = isCalled
    ? sql`, callback_secret, case when callback_url is not null then 0 end, case when callback_url is not null then now() end`
    : sql``
  const queues = isCalled
    ? sql`, queues as (
      insert into sms_callback_queues (environment_id)
      select distinct environment_id from given where callback_url is not null
      order by environment_id on conflict do nothing
    )`
    : sql``
  await plannedOnce`
    with given as (
      select * from ${asTable({
        environment_id: uuids(messages.map(one => one.environmentId)),
        id: uuids(messages.map(one => one.id)),
        organization_id: uuids(messages.map(one => one.organizationId)),
        direction: texts(messages.map(one => one.direction)),
        from_number: texts(drafts.map(draft => draft.from)),
        to_number: texts(drafts.map(draft => draft.to)),
        body: texts(drafts.map(draft => draft.body)),
        media_urls: texts(drafts.map(draft => (draft.mediaUrls.length > 0 ? arrayLiteral(draft.mediaUrls) : null))),
        encoding: texts(drafts.map(draft => draft.encoding)),
        segments: smallints(drafts.map(draft => draft.segments)),
        automatic: booleans(messages.map(one => one.automatic)),
        credits: numerics(messages.map(one => one.price.credits)),
        charge: numerics(messages.map(one => dollarsToText(one.price.charge))),
        card_cost: numerics(messages.map(one => dollarsToText(one.price.cost))),
        created_at: moments(messages.map(one => one.createdAt.toISOString())),
        give_up_at: moments(messages.map(one => one.giveUpAt.toISOString())),
        valid_until: moments(messages.map(one => one.validUntil?.toISOString() ?? null)),
        ignores_quiet_hours: booleans(drafts.map(draft => draft.ignoresQuietHours ?? false)),
        ...(isTraced && { trace: texts(messages.map(one => one.trace ?? null)) }),
        ...(isFallback && { fallback_of: uuids(messages.map(one => one.fallbackOf ?? null)) }),
        ...(isBroadcast && {
          broadcast_id: uuids(messages.map(one => one.broadcastId ?? null)),
          due_at: moments(messages.map(one => one.later?.at.toISOString() ?? null)),
          waits_for: texts(messages.map(one => one.later?.waitsFor ?? null)),
        }),
        ...(isUnsendable && {
          failed: booleans(messages.map(one => one.failedBecause !== undefined)),
          suppressed: booleans(messages.map(one => one.suppressed ?? false)),
        }),
        ...(isLater && { scheduled_for: moments(drafts.map(draft => draft.scheduledFor ?? null)) }),
        ...(isCalled && {
          callback_url: texts(messages.map(one => one.callback?.url ?? null)),
          callback_account: texts(messages.map(one => one.callback?.account ?? null)),
          callback_secret: bytes(messages.map(one => one.callback?.secret ?? null)),
        }),
      })}
    ), progress as (
      insert into sms_progress (environment_id, sms_id, status, give_up_at, due_at${suppressed}${waitsFor}${trace}${priority}${scheduledFor}${callDue})
      select environment_id, id, case when direction = 'inbound' then 'received' ${scheduled} ${failed} else 'processing' end, give_up_at,
        case when direction = 'outbound' ${isDue} then ${dueAt} end${suppressed}${ownWaitsFor}${trace}${ownPriority}${scheduledFor}${ownCallDue}
      from given
    )${queues}
    insert into sms (environment_id, id, organization_id, direction, from_number, to_number, body, media_urls, encoding,
      segments, automatic, credits, charge, card_cost, created_at, valid_until, ignores_quiet_hours${fallbackOf}${broadcast}${callback})
    select environment_id, id, organization_id, direction, from_number, to_number, body, media_urls::text[], encoding,
      segments, automatic, credits, charge, card_cost, created_at, valid_until, ignores_quiet_hours${fallbackOf}${broadcast}${callback}
    from given`.execute(tx)
}

/** How many automatic answers have gone to this number since then. */
export async function countAnswers(tx: Tx, environmentId: string, number: string, sinceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from sms
    where environment_id = ${environmentId} and to_number = ${number} and id >= ${sinceId} and automatic`.execute(tx)
  return rows[0]?.count ?? 0
}
