/** How far messages are: who has one, when it is due, what became of it. Every moment is the database's. */
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { OutboundStatus, SmsKey } from './sms.ts'

export type OpenSms = SmsKey & {
  attempts: number
  claimedBy: string | null
  token: number
  submitting: boolean
  doubts: number
  /** Workers that ended while they had it. */
  crashes: number
  /** Errors of ours within this very message, which somebody lived to see. */
  stumbles: number
  carrier: string | null
  /** Into how many parts that carrier gets it cut, where it has been tried. */
  parts: number | null
  /** No further attempt may begin. */
  expired: boolean
}

/**
 * Of rows that are looked up by their keys. Written so that no index on the status serves it: with old statistics the
 * planner would read all rows of that status for each key.
 */
const has = (status: OutboundStatus) => sql`(p.status = ${sql.lit(status)}) is true`

const names = (keys: readonly SmsKey[]) =>
  sql`${keys.map(key => key.environmentId)}::uuid[], ${keys.map(key => key.smsId)}::uuid[]`

/** Whoever takes several rows takes them in this order, so that no two wait for each other. */
const inOrder = <Key extends SmsKey>(keys: readonly Key[]): Key[] =>
  keys.toSorted((a, b) => (`${a.environmentId} ${a.smsId}` < `${b.environmentId} ${b.smsId}` ? -1 : 1))

/** Those of these messages that are open and not put off, locked. */
export async function lockOpen(tx: Tx, keys: readonly SmsKey[]): Promise<OpenSms[]> {
  const { rows } = await sql<OpenSms>`
    select p.environment_id as "environmentId", p.sms_id as "smsId", p.attempts, p.claimed_by as "claimedBy", p.token,
      p.submitting, p.doubts, p.crashes, p.stumbles, p.carrier, p.parts, p.give_up_at <= now() as expired
    from sms_progress p
    join unnest(${names(keys)}) as wanted (environment_id, sms_id)
      on p.environment_id = wanted.environment_id and p.sms_id = wanted.sms_id
    where ${has('processing')} and (p.due_at is null or p.due_at <= now())
    order by p.environment_id, p.sms_id
    for update of p`.execute(tx)
  return rows
}

/** Hands them to a worker, each with the next token. */
export async function claimSms(
  tx: Tx,
  workerId: string,
  claims: readonly (SmsKey & { inDoubt: boolean; doubts: number; crashes: number })[],
): Promise<void> {
  await sql`
    update sms_progress p set claimed_by = ${workerId}, token = p.token + 1, submitting = given.in_doubt, due_at = null,
      doubts = given.doubts, crashes = given.crashes
    from unnest(${names(claims)}, ${claims.map(one => one.inDoubt)}::boolean[],
      ${claims.map(one => one.doubts)}::smallint[], ${claims.map(one => one.crashes)}::smallint[])
      as given (environment_id, sms_id, in_doubt, doubts, crashes)
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id`.execute(tx)
}

/** Takes them from workers that have ended, for nobody: somebody comes back to each after its pause. */
export async function restSms(tx: Tx, resting: readonly (SmsKey & { crashes: number; ms: number })[]): Promise<void> {
  const rests = inOrder(resting)
  await sql`
    update sms_progress p set claimed_by = null, crashes = given.crashes,
      due_at = now() + make_interval(secs => given.ms / 1000)
    from unnest(${names(rests)}, ${rests.map(one => one.crashes)}::smallint[],
      ${rests.map(one => one.ms)}::double precision[]) as given (environment_id, sms_id, crashes, ms)
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id`.execute(tx)
}

/** Lets somebody look in on whatever is still open of these, although it is in hand now or its job has ended. */
export async function watchOpen(db: Db, keys: readonly SmsKey[], afterMs: number): Promise<void> {
  await sql`
    update sms_progress p set due_at = now() + make_interval(secs => ${afterMs / 1000})
    from unnest(${names(inOrder(keys))}) as given (environment_id, sms_id)
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id
      and ${has('processing')} and p.due_at is null`.execute(db)
}

export type Held = SmsKey & { token: number }

const heldColumns = (held: readonly Held[]) => sql`${names(held)}, ${held.map(one => one.token)}::integer[]`

/** Says that it is about to leave, and by whom. Returns those that are still in these hands. */
export async function markSubmitting(db: Db, messages: readonly (Held & { carrier: string })[]): Promise<SmsKey[]> {
  const held = inOrder(messages)
  const { rows } = await sql<SmsKey>`
    update sms_progress p set submitting = true, carrier = given.carrier
    from unnest(${heldColumns(held)}, ${held.map(one => one.carrier)}::text[])
      as given (environment_id, sms_id, token, carrier)
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id and p.token = given.token
      and p.claimed_by is not null
    returning p.environment_id as "environmentId", p.sms_id as "smsId"`.execute(db)
  return rows
}

export type Settlement = Held & {
  status: OutboundStatus
  attempts: number
  crashes: number
  stumbles: number
  /** It may have left and nobody knows what became of it. */
  submitting: boolean
  /** When it is tried again; null when it is not. */
  dueInMs: number | null
  /** The carrier that was tried, and into how many parts it gets the message cut; null leaves what was known. */
  carrier: string | null
  parts: number | null
  refunded: boolean
  sentAt: Date | null
  deliveredAt: Date | null
}

/** Writes results down. One with an old token is left out: somebody else has the message. */
export async function settleProgress(tx: Tx, given: readonly Settlement[]): Promise<SmsKey[]> {
  const settlements = inOrder(given)
  const all = <T>(pick: (one: Settlement) => T) => settlements.map(pick)
  const { rows } = await sql<SmsKey>`
    update sms_progress p set status = given.status, attempts = given.attempts, crashes = given.crashes,
      stumbles = given.stumbles, submitting = given.submitting, claimed_by = null,
      due_at = now() + make_interval(secs => given.due_in_ms / 1000), carrier = coalesce(given.carrier, p.carrier),
      parts = coalesce(given.parts, p.parts), refunded = given.refunded,
      sent_at = coalesce(p.sent_at, given.sent_at), delivered_at = coalesce(p.delivered_at, given.delivered_at)
    from unnest(${heldColumns(settlements)}, ${all(one => one.status)}::text[], ${all(one => one.attempts)}::integer[],
      ${all(one => one.crashes)}::smallint[], ${all(one => one.stumbles)}::smallint[],
      ${all(one => one.submitting)}::boolean[],
      ${all(one => one.dueInMs)}::double precision[], ${all(one => one.carrier)}::text[],
      ${all(one => one.parts)}::smallint[], ${all(one => one.refunded)}::boolean[],
      ${all(one => one.sentAt?.toISOString() ?? null)}::timestamptz[],
      ${all(one => one.deliveredAt?.toISOString() ?? null)}::timestamptz[])
      as given (environment_id, sms_id, token, status, attempts, crashes, stumbles, submitting, due_in_ms, carrier, parts, refunded,
        sent_at, delivered_at)
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id and p.token = given.token
      and p.claimed_by is not null
    returning p.environment_id as "environmentId", p.sms_id as "smsId"`.execute(tx)
  return rows
}

/** Takes messages whose time has come out of the list of due ones; a job must have them before the transaction ends. */
export async function takeDue(tx: Tx, limit: number): Promise<SmsKey[]> {
  const { rows } = await sql<SmsKey>`
    with due as (
      select environment_id, sms_id from sms_progress where due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )
    update sms_progress p set due_at = null from due
    where p.environment_id = due.environment_id and p.sms_id = due.sms_id
    returning p.environment_id as "environmentId", p.sms_id as "smsId"`.execute(tx)
  return rows
}

export type SentSms = SmsKey & { from: string; to: string; parts: number; sentAt: Date }

/** Of these messages those that wait for a receipt, locked, in order. */
export async function lockSent(tx: Tx, keys: readonly SmsKey[]): Promise<SentSms[]> {
  const { rows } = await sql<SentSms>`
    select p.environment_id as "environmentId", p.sms_id as "smsId", sms.from_number as "from",
      sms.to_number as "to", p.parts, p.sent_at as "sentAt"
    from sms_progress p
    join unnest(${names(keys)}) as wanted (environment_id, sms_id)
      on p.environment_id = wanted.environment_id and p.sms_id = wanted.sms_id
    join sms on sms.environment_id = p.environment_id and sms.id = p.sms_id
    where ${has('sent')}
    order by p.environment_id, p.sms_id
    for update of p`.execute(tx)
  return rows
}

export type Ending = SmsKey & { status: 'delivered' | 'undelivered'; deliveredAt: Date | null }

export async function endSent(tx: Tx, endings: readonly Ending[]): Promise<void> {
  await sql`
    update sms_progress p set status = given.status, delivered_at = given.delivered_at
    from unnest(${names(endings)}, ${endings.map(one => one.status)}::text[],
      ${endings.map(one => one.deliveredAt?.toISOString() ?? null)}::timestamptz[])
      as given (environment_id, sms_id, status, delivered_at)
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id`.execute(tx)
}

/** What the carrier says that it takes; the last word counts, also for a message that has ended. */
export async function updateCosts(tx: Tx, told: readonly (SmsKey & { dollars: string })[]): Promise<void> {
  const costs = inOrder(told)
  await sql`
    update sms_progress p set reported_cost = given.dollars
    from unnest(${names(costs)}, ${costs.map(one => one.dollars)}::numeric[])
      as given (environment_id, sms_id, dollars)
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id`.execute(tx)
}

/** Lets somebody look at these at once, if they wait for their next attempt. */
export async function hurry(tx: Tx, waiting: readonly SmsKey[]): Promise<void> {
  await sql`
    update sms_progress p set due_at = now()
    from unnest(${names(inOrder(waiting))}) as given (environment_id, sms_id)
    where p.environment_id = given.environment_id and p.sms_id = given.sms_id
      and ${has('processing')} and p.claimed_by is null and p.due_at > now()`.execute(tx)
}
