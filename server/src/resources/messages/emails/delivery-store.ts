/** The table of deliveries: who has one, how far it is, when it is due. Every moment is the database's. */
import type { MessageStream } from '@posthorn/contract/email-send'
import type { EmailStatus } from '@posthorn/contract/events'
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'
import type { DeliveryState } from './delivery-state.ts'
import type { EmailKey } from './jobs.ts'

export type DeliveryKey = EmailKey & { nth: number }

export type OpenDelivery = DeliveryKey & {
  address: string
  state: 'waiting' | 'delayed'
  attempts: number
  claimedBy: string | null
  token: number
  dot: boolean
  doubts: number
  /** Workers that ended while they had it. */
  crashes: number
  /** Errors of ours within this very delivery, which somebody lived to see. */
  stumbles: number
  /** No further attempt may begin. */
  expired: boolean
}

const names = (keys: readonly EmailKey[]) =>
  sql`${keys.map(key => key.environmentId)}::uuid[], ${keys.map(key => key.emailId)}::uuid[]`

/** The open deliveries of these emails that are not put off, locked. Sorted, so that two workers do not wait for each other. */
export async function lockOpenDeliveries(tx: Tx, emails: readonly EmailKey[]): Promise<OpenDelivery[]> {
  const { rows } = await sql<OpenDelivery>`
    select d.environment_id as "environmentId", d.email_id as "emailId", d.nth, d.address, d.state, d.attempts,
      d.claimed_by as "claimedBy", d.token, d.dot, d.doubts, d.crashes, d.stumbles,
      d.give_up_at <= now() as expired
    from deliveries d
    join unnest(${names(emails)}) as wanted (environment_id, email_id)
      on d.environment_id = wanted.environment_id and d.email_id = wanted.email_id
    where d.state in ('waiting', 'delayed') and (d.due_at is null or d.due_at <= now())
    order by d.environment_id, d.email_id, d.nth
    for update of d`.execute(tx)
  return rows
}

/** Rows are changed in the order in which they are locked, so that two transactions do not wait for each other. */
const inOrder = <K extends DeliveryKey>(keys: readonly K[]): K[] => {
  const name = ({ environmentId, emailId }: DeliveryKey) => `${environmentId} ${emailId}`
  return keys.toSorted((a, b) => (a.emailId === b.emailId ? a.nth - b.nth : name(a) < name(b) ? -1 : 1))
}

const keyColumns = (keys: readonly DeliveryKey[]) =>
  sql`${keys.map(key => key.environmentId)}::uuid[], ${keys.map(key => key.emailId)}::uuid[],
    ${keys.map(key => key.nth)}::smallint[]`

/** Hands them to a worker, each with the next token. */
export async function claimDeliveries(
  tx: Tx,
  workerId: string,
  claims: readonly (DeliveryKey & { doubts: number; crashes: number })[],
): Promise<void> {
  await sql`
    update deliveries d set claimed_by = ${workerId}, token = d.token + 1, dot = false, due_at = null,
      doubts = given.doubts, crashes = given.crashes
    from unnest(${keyColumns(claims)}, ${claims.map(one => one.doubts)}::smallint[],
      ${claims.map(one => one.crashes)}::smallint[]) as given (environment_id, email_id, nth, doubts, crashes)
    where d.environment_id = given.environment_id and d.email_id = given.email_id and d.nth = given.nth`.execute(tx)
}

/** Takes them from workers that have ended, for nobody: somebody comes back to each after its pause. */
export async function restDeliveries(
  tx: Tx,
  resting: readonly (DeliveryKey & { crashes: number; ms: number })[],
): Promise<void> {
  const rests = inOrder(resting)
  await sql`
    update deliveries d set claimed_by = null, crashes = given.crashes,
      due_at = now() + make_interval(secs => given.ms / 1000)
    from unnest(${keyColumns(rests)}, ${rests.map(one => one.crashes)}::smallint[],
      ${rests.map(one => one.ms)}::double precision[]) as given (environment_id, email_id, nth, crashes, ms)
    where d.environment_id = given.environment_id and d.email_id = given.email_id and d.nth = given.nth`.execute(tx)
}

/** Somebody looks at them again later, although another worker has them now. */
export async function watchDeliveries(tx: Tx, held: readonly DeliveryKey[], afterMs: number): Promise<void> {
  const keys = inOrder(held)
  await sql`
    update deliveries d set due_at = now() + make_interval(secs => ${afterMs / 1000})
    from unnest(${keyColumns(keys)}) as given (environment_id, email_id, nth)
    where d.environment_id = given.environment_id and d.email_id = given.email_id and d.nth = given.nth`.execute(tx)
}

export type Held = DeliveryKey & { token: number }

const heldColumns = (held: readonly Held[]) => sql`${keyColumns(held)}, ${held.map(one => one.token)}::integer[]`

/** Says that the final dot is about to leave. Returns those that are still in these hands. */
export async function markDots(db: Db, leaving: readonly Held[]): Promise<DeliveryKey[]> {
  const held = inOrder(leaving)
  const { rows } = await sql<DeliveryKey>`
    update deliveries d set dot = true
    from unnest(${heldColumns(held)}) as given (environment_id, email_id, nth, token)
    where d.environment_id = given.environment_id and d.email_id = given.email_id and d.nth = given.nth
      and d.token = given.token and d.claimed_by is not null
    returning d.environment_id as "environmentId", d.email_id as "emailId", d.nth`.execute(db)
  return rows
}

/** Lets somebody look in on whatever is still open of these emails: its job has ended. */
export async function watchOpen(db: Db, emails: readonly EmailKey[], afterMs: number): Promise<void> {
  await sql`
    update deliveries d set due_at = now() + make_interval(secs => ${afterMs / 1000})
    from unnest(${names(emails)}) as given (environment_id, email_id)
    where d.environment_id = given.environment_id and d.email_id = given.email_id
      and d.state in ('waiting', 'delayed') and d.due_at is null`.execute(db)
}

export type Settlement = Held & {
  state: DeliveryState
  attempts: number
  crashes: number
  stumbles: number
  /** The final dot had left and nobody knows what became of it. */
  dot: boolean
  /** When it is tried again; null when it is not. */
  dueInMs: number | null
  lastReply: string | null
}

/** Writes results down. One with an old token is left out: somebody else has the delivery. */
export async function settleDeliveries(tx: Tx, given: readonly Settlement[]): Promise<Held[]> {
  const settlements = inOrder(given)
  const { rows } = await sql<Held>`
    update deliveries d set state = given.state, attempts = given.attempts, crashes = given.crashes,
      stumbles = given.stumbles, dot = given.dot, claimed_by = null,
      due_at = now() + make_interval(secs => given.due_in_ms / 1000),
      last_reply = coalesce(given.last_reply, d.last_reply)
    from unnest(${heldColumns(settlements)}, ${settlements.map(one => one.state)}::text[],
      ${settlements.map(one => one.attempts)}::integer[], ${settlements.map(one => one.crashes)}::smallint[],
      ${settlements.map(one => one.stumbles)}::smallint[], ${settlements.map(one => one.dot)}::boolean[], ${settlements.map(one => one.dueInMs)}::double precision[],
      ${settlements.map(one => one.lastReply)}::text[])
      as given (environment_id, email_id, nth, token, state, attempts, crashes, stumbles, dot, due_in_ms, last_reply)
    where d.environment_id = given.environment_id and d.email_id = given.email_id and d.nth = given.nth
      and d.token = given.token and d.claimed_by is not null
    returning d.environment_id as "environmentId", d.email_id as "emailId", d.nth, d.token`.execute(tx)
  return rows
}

/** Holds the progress of emails with several recipients until the transaction ends: their results come one by one. */
export async function lockProgress(tx: Tx, emails: readonly EmailKey[]): Promise<void> {
  await sql`
    select 1 from email_progress p
    join unnest(${names(emails)}) as wanted (environment_id, email_id)
      on p.environment_id = wanted.environment_id and p.email_id = wanted.email_id
    order by p.environment_id, p.email_id for update of p`.execute(tx)
}

export async function findStates(
  db: Db,
  emails: readonly EmailKey[],
): Promise<(DeliveryKey & { state: DeliveryState })[]> {
  const { rows } = await sql<DeliveryKey & { state: DeliveryState }>`
    select d.environment_id as "environmentId", d.email_id as "emailId", d.nth, d.state from deliveries d
    join unnest(${names(emails)}) as wanted (environment_id, email_id)
      on d.environment_id = wanted.environment_id and d.email_id = wanted.email_id`.execute(db)
  return rows
}

export type Progress = EmailKey & {
  status: EmailStatus
  sentAt: Date | null
  deliveredAt: Date | null
  /** By a simulated reader, who passes for a person. */
  openedAt: Date | null
  clickedAt: Date | null
}

/** The first time of each kind stays. */
export async function updateProgress(tx: Tx, progress: readonly Progress[]): Promise<void> {
  const moment = (pick: (one: Progress) => Date | null) => progress.map(one => pick(one)?.toISOString() ?? null)
  await sql`
    update email_progress p set status = given.status,
      sent_at = coalesce(p.sent_at, given.sent_at), delivered_at = coalesce(p.delivered_at, given.delivered_at),
      opened_at = coalesce(p.opened_at, given.opened_at), clicked_at = coalesce(p.clicked_at, given.clicked_at),
      open_count = p.open_count + (given.opened_at is not null)::integer,
      click_count = p.click_count + (given.clicked_at is not null)::integer,
      human_opened_at = coalesce(p.human_opened_at, given.opened_at),
      human_clicked_at = coalesce(p.human_clicked_at, given.clicked_at),
      human_open_count = p.human_open_count + (given.opened_at is not null)::integer,
      human_click_count = p.human_click_count + (given.clicked_at is not null)::integer
    from unnest(${names(progress)}, ${progress.map(one => one.status)}::text[],
      ${moment(one => one.sentAt)}::timestamptz[], ${moment(one => one.deliveredAt)}::timestamptz[],
      ${moment(one => one.openedAt)}::timestamptz[], ${moment(one => one.clickedAt)}::timestamptz[])
      as given (environment_id, email_id, status, sent_at, delivered_at, opened_at, clicked_at)
    where p.environment_id = given.environment_id and p.email_id = given.email_id`.execute(tx)
}

export type DueEmail = EmailKey & { messageStream: MessageStream; deliveries: number }

/** Takes deliveries whose time has come out of the list of due ones; a job must have them before the transaction ends. */
export async function takeDueDeliveries(tx: Tx, limit: number): Promise<DueEmail[]> {
  const { rows } = await sql<DueEmail>`
    with due as (
      select environment_id, email_id, nth from deliveries where due_at <= now()
      order by due_at limit ${limit} for update skip locked
    ), taken as (
      update deliveries d set due_at = null from due
      where d.environment_id = due.environment_id and d.email_id = due.email_id and d.nth = due.nth
        and d.state in ('waiting', 'delayed')
      returning d.environment_id, d.email_id
    )
    select taken.environment_id as "environmentId", taken.email_id as "emailId", e.message_stream as "messageStream",
      count(*)::integer as deliveries
    from taken join emails e on e.environment_id = taken.environment_id and e.id = taken.email_id
    group by taken.environment_id, taken.email_id, e.message_stream`.execute(tx)
  return rows
}

/** An environment whose clock is ahead. */
export type Ahead = { environmentId: string; aheadMs: number }

/**
 * Takes scheduled emails whose time has come, by the clock of everybody or by that of one environment. A row that a cancel holds
 * is passed over and looked at again.
 */
export async function takeDueEmails(tx: Tx, limit: number, giveUpAfterMs: number, by?: Ahead): Promise<DueEmail[]> {
  const isDue = by
    ? sql`environment_id = ${by.environmentId} and scheduled_for <= now() + make_interval(secs => ${by.aheadMs / 1000})`
    : sql`scheduled_for <= now()`
  const { rows } = await sql<DueEmail>`
    with due as (
      select environment_id, email_id from email_progress where status = 'scheduled' and ${isDue}
      order by scheduled_for limit ${limit} for update skip locked
    ), released as (
      update email_progress p set status = 'processing' from due
      where p.environment_id = due.environment_id and p.email_id = due.email_id
      returning p.environment_id, p.email_id
    ), renewed as (
      update deliveries d set give_up_at = now() + make_interval(secs => ${giveUpAfterMs / 1000}) from released
      where d.environment_id = released.environment_id and d.email_id = released.email_id and d.state = 'waiting'
      returning d.environment_id, d.email_id
    )
    select renewed.environment_id as "environmentId", renewed.email_id as "emailId",
      e.message_stream as "messageStream", count(*)::integer as deliveries
    from renewed join emails e on e.environment_id = renewed.environment_id and e.id = renewed.email_id
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** Brings the next attempts of an environment nearer, and the time after which none is made. */
export async function bringDelayedNearer(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  await sql`
    with nearer as (
      select d.email_id, d.nth from email_progress p
      join deliveries d on d.environment_id = p.environment_id and d.email_id = p.email_id
      where p.environment_id = ${environmentId} and p.status = 'delivery_delayed'
        and d.state = 'delayed' and d.due_at is not null
      order by d.email_id, d.nth for update of d
    )
    update deliveries d set due_at = d.due_at - make_interval(secs => ${byMs / 1000}),
      give_up_at = d.give_up_at - make_interval(secs => ${byMs / 1000})
    from nearer where d.environment_id = ${environmentId} and d.email_id = nearer.email_id and d.nth = nearer.nth
    `.execute(tx)
}
