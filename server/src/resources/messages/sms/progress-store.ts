/** The progress of messages: who holds them, when they are due, and their outcome. All times are the database's. */
import { sql } from 'kysely'
import type { TracePlace } from '#core/tracing.ts'
import { wakeCall } from '#engine/wake.ts'
import { type Held, isHeld, type WorkTable } from '#engine/work-table.ts'
import {
  asKeys,
  booleans,
  floats,
  integers,
  moments,
  numerics,
  smallints,
  texts,
  uuids,
} from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { isOfMonthsOf } from '#postgres/partitions/partitions.ts'
import { withCommit } from '#postgres/transaction.ts'
import { updateByKey } from '#postgres/update-by-key.ts'
import { describePausedBroadcast } from '#resources/messages/reputation/rates.ts'
import type { OutboundStatus, SmsKey } from './sms.ts'

export const smsTable: WorkTable = {
  name: 'sms_progress',
  key: ['environment_id', 'sms_id'],
  isMarkedBeforeEffect: true,
  // Retries yield to new messages: a carrier that is down holds up nothing but its own.
  priorities: [0, 5],
}

/** A message as a worker takes it. */
export type TakenSms = Held &
  SmsKey & {
    attempts: number
    /** It may have been submitted, with an unknown outcome. */
    submitting: boolean
    /** How often that has happened before. */
    doubts: number
    /** Errors of ours with this message that the worker survived. */
    failures: number
    carrier: string | null
    /** Into how many parts the text is cut for that carrier, when one was tried. */
    parts: number | null
    /** No further attempt may begin. */
    expired: boolean
    /** Read only when tracing is on. */
    trace?: TracePlace | null
  }

export const smsColumns = sql`work.environment_id as "environmentId", work.sms_id as "smsId", work.attempts,
  work.submitting, work.doubts, work.failures, work.carrier, work.parts, work.give_up_at <= now() as expired`

/**
 * For rows that are looked up by their keys. Written so that no index on the status can serve it: with old statistics the planner
 * would read all rows of that status for each key.
 */
const has = (status: OutboundStatus) => sql`(p.status = ${sql.lit(status)}) is true`

/** Keys as columns for `asTable` and `asKeys`. */
export const smsKeys = (keys: readonly SmsKey[]) => ({
  environment_id: uuids(keys.map(key => key.environmentId)),
  sms_id: uuids(keys.map(key => key.smsId)),
})

const inPartitionsOf = (keys: readonly SmsKey[]) =>
  isOfMonthsOf(
    'p.sms_id',
    keys.map(key => key.smsId),
  )

/** Rows are always locked in this order, to avoid deadlocks. */
const inOrder = <Key extends SmsKey>(keys: readonly Key[]): Key[] =>
  keys.toSorted((a, b) => (`${a.environmentId} ${a.smsId}` < `${b.environmentId} ${b.smsId}` ? -1 : 1))

export type TokenedKey = SmsKey & { token: number }

const heldColumns = (held: readonly TokenedKey[]) => ({ ...smsKeys(held), token: integers(held.map(one => one.token)) })

const updateHeld = {
  table: 'sms_progress',
  key: ['environment_id', 'sms_id'],
  idOf: ({ smsId }: TokenedKey) => smsId,
  only: sql<boolean>`work.token = given.token and ${isHeld('work')}`,
} as const

type Submitted = TokenedKey & { carrier: string }

/** Records that messages are about to be submitted, and by which carrier. Returns those that this worker still holds. */
export const markSubmitting = (db: Db, messages: readonly Submitted[]): Promise<Submitted[]> =>
  updateByKey(db, inOrder(messages), {
    ...updateHeld,
    values: held => ({ ...heldColumns(held), carrier: texts(held.map(one => one.carrier)) }),
    set: sql`submitting = true, carrier = given.carrier`,
  })

/** Records that the answers of the carriers were lost. Returns the messages that this worker still holds, and each only once. */
export const countDoubts = (tx: Tx, lost: readonly TokenedKey[]): Promise<TokenedKey[]> =>
  updateByKey(tx, inOrder(lost), {
    ...updateHeld,
    values: heldColumns,
    set: sql`submitting = false, doubts = work.doubts + 1`,
    only: sql`${updateHeld.only} and work.submitting`,
  })

/** Whether a change of its status leads to a callback. */
export type ToCall = { toCall: boolean }

const toCall = sql`p.callback_tries is not null as "toCall"`

export type Settlement = TokenedKey & {
  status: OutboundStatus
  attempts: number
  crashes: number
  failures: number
  /** It may have been submitted, with an unknown outcome. */
  submitting: boolean
  /** When it is tried again; null when it is not. */
  dueInMs: number | null
  /** How long it is tried at least; null leaves that unchanged. */
  giveUpInMs: number | null
  /** The destination that it waits for. */
  waitsFor: string | null
  /** The carrier that was tried, and into how many parts the text is cut for it; null leaves them unchanged. */
  carrier: string | null
  parts: number | null
  refunded: boolean
  /** It failed because its recipient does not want it. */
  suppressed: boolean
  /** It was captured instead of being sent. */
  captured: boolean
  sentAt: Date | null
  deliveredAt: Date | null
}

/** Stores results. A result with an old token is left out: another worker holds the message. */
export async function settleProgress(tx: Tx, given: readonly Settlement[]): Promise<(SmsKey & ToCall)[]> {
  const settlements = inOrder(given)
  const all = <T>(pick: (one: Settlement) => T) => settlements.map(pick)
  const { rows } = await sql<SmsKey & ToCall>`
    update sms_progress p set status = given.status, attempts = given.attempts, crashes = given.crashes,
      failures = given.failures, submitting = given.submitting, held_by = null,
      due_at = now() + make_interval(secs => given.due_in_ms / 1000),
      give_up_at = greatest(p.give_up_at, now() + make_interval(secs => given.give_up_in_ms / 1000)),
      priority = case when given.due_in_ms is null then p.priority else 5 end, carrier = coalesce(given.carrier, p.carrier),
      waits_for = given.waits_for, parts = coalesce(given.parts, p.parts), refunded = given.refunded, suppressed = given.suppressed, captured = given.captured,
      sent_at = coalesce(p.sent_at, given.sent_at), delivered_at = coalesce(p.delivered_at, given.delivered_at)
    from ${asKeys(settlements, {
      ...heldColumns(settlements),
      status: texts(all(one => one.status)),
      attempts: integers(all(one => one.attempts)),
      crashes: smallints(all(one => one.crashes)),
      failures: smallints(all(one => one.failures)),
      submitting: booleans(all(one => one.submitting)),
      due_in_ms: floats(all(one => one.dueInMs)),
      give_up_in_ms: floats(all(one => one.giveUpInMs)),
      waits_for: texts(all(one => one.waitsFor)),
      carrier: texts(all(one => one.carrier)),
      parts: smallints(all(one => one.parts)),
      refunded: booleans(all(one => one.refunded)),
      suppressed: booleans(all(one => one.suppressed)),
      captured: booleans(all(one => one.captured)),
      sent_at: moments(all(one => one.sentAt?.toISOString() ?? null)),
      delivered_at: moments(all(one => one.deliveredAt?.toISOString() ?? null)),
    })}
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id and ${inPartitionsOf(settlements)} and p.token = given.token
      and ${isHeld('p')}
    returning p.environment_id as "environmentId", p.sms_id as "smsId", ${toCall}`.execute(tx)
  return rows
}

export type SentSms = SmsKey & ToCall & { from: string; to: string; parts: number; sentAt: Date }

/** Locks those of these messages that wait for a receipt, in order. Read after the lock: the same statement would see the numbers that an erasure it waits for has removed. */
export async function lockSent(tx: Tx, keys: readonly SmsKey[]): Promise<SentSms[]> {
  const sent = sql`sms_progress p
    join ${asKeys(keys, smsKeys(keys), 'wanted')}
      on p.environment_id = wanted.environment_id and p.sms_id = wanted.sms_id and ${inPartitionsOf(keys)} and ${has('sent')}`
  withCommit(tx, sql`select from ${sent} order by p.environment_id, p.sms_id for update of p`.execute(tx))
  const { rows } = await sql<SentSms>`
    select p.environment_id as "environmentId", p.sms_id as "smsId", sms.from_number as "from",
      sms.to_number as "to", p.parts, p.sent_at as "sentAt", ${toCall}
    from ${sent}
    join sms on sms.environment_id = p.environment_id and sms.id = p.sms_id
    order by p.environment_id, p.sms_id`.execute(tx)
  return rows
}

export type Ending = SmsKey & { status: 'delivered' | 'undelivered'; deliveredAt: Date | null }

export async function endSent(tx: Tx, endings: readonly Ending[]): Promise<void> {
  await sql`
    update sms_progress p set status = given.status, delivered_at = given.delivered_at
    from ${asKeys(endings, {
      ...smsKeys(endings),
      status: texts(endings.map(one => one.status)),
      delivered_at: moments(endings.map(one => one.deliveredAt?.toISOString() ?? null)),
    })}
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id and ${inPartitionsOf(endings)}`.execute(
    tx,
  )
}

/** The cost that the carrier reports; the last report counts, also for a message that has ended. */
export async function updateCosts(tx: Tx, told: readonly (SmsKey & { dollars: string })[]): Promise<void> {
  const costs = inOrder(told)
  await sql`
    update sms_progress p set reported_cost = given.dollars
    from ${asKeys(costs, { ...smsKeys(costs), dollars: numerics(costs.map(one => one.dollars)) })}
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id and ${inPartitionsOf(costs)}`.execute(tx)
}

/** Everything that waits in this environment is due that much sooner, with what is then left of its time for attempts. */
export async function advanceWaiting(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  const by = sql`make_interval(secs => ${byMs / 1000})`
  await sql`
    with nearer as (
      select sms_id from sms_progress
      where environment_id = ${environmentId} and status = 'processing' and due_at > now()
      order by sms_id for update
    )
    update sms_progress p set due_at = p.due_at - ${by}, give_up_at = p.give_up_at - least(p.due_at - now(), ${by})
    from nearer where p.environment_id = ${environmentId} and p.sms_id = nearer.sms_id`.execute(tx)
}

/** Makes these messages due now, if they wait for their next attempt. */
export async function makeWaitingDue(tx: Tx, waiting: readonly SmsKey[]): Promise<void> {
  await sql`
    update sms_progress p set due_at = now()
    from ${asKeys(waiting, smsKeys(inOrder(waiting)))}
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id and ${inPartitionsOf(waiting)}
      and ${has('processing')} and p.held_by is null and p.due_at > now()`.execute(tx)
}

export type OfBroadcast = { environmentId: string; broadcastId: string; isCanceled: boolean }

/** Releases those that were put back because the broadcast was paused; when it was canceled, all that are not due yet. */
export async function releaseOfBroadcast(
  tx: Tx,
  { environmentId, broadcastId, isCanceled }: OfBroadcast,
  { after, limit, giveUpAfterMs }: { after: string; limit: number; giveUpAfterMs: number },
): Promise<{ released: number; last: string | null }> {
  const isMeant = isCanceled ? sql`true` : sql`p.waits_for = ${describePausedBroadcast(broadcastId)}`
  const { rows } = await sql<{ released: number; last: string | null }>`
    with page as (
      select id from sms where environment_id = ${environmentId} and broadcast_id = ${broadcastId} and id > ${after}
      order by id limit ${limit}
    ), released as (
      update sms_progress p set due_at = now(), waits_for = null,
        give_up_at = greatest(give_up_at, now() + make_interval(secs => ${giveUpAfterMs / 1000}))
      from page
      where p.environment_id = ${environmentId} and p.sms_id = page.id and ${isMeant}
        and p.held_by is null and p.due_at > now()
      returning 1
    ), woken as (
      select ${wakeCall(sql.lit(smsTable.name))} where exists (select from released)
    )
    select (select count(*)::integer from released) as released, (select max(id::text) from page) as last,
      (select count(*) from woken)`.execute(tx)
  return rows[0] ?? { released: 0, last: null }
}
