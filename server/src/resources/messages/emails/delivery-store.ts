/** The table of deliveries: which worker holds a row, its state, when it is due. All times are the database's. */
import type { EmailStatus } from '@posthorn/contract/event-names'
import { sql } from 'kysely'
import type { Ahead } from '#core/clock.ts'
import type { TracePlace } from '#core/tracing.ts'
import { wakeCall } from '#engine/wake.ts'
import { type Held, isHeld, type WorkTable } from '#engine/work-table.ts'
import { asKeys, booleans, floats, integers, moments, smallints, texts } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { dueScheduled } from '#postgres/due-scheduled.ts'
import { type EmailKey, emailKeys, isOfMonthsOfEmails } from '#postgres/partitions/email-keys.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { updateByKey } from '#postgres/update-by-key.ts'
import { describePausedBroadcast } from '#resources/messages/reputation/rates.ts'
import type { DeliveryState } from './delivery-state.ts'

export type DeliveryKey = EmailKey & { nth: number }

export const deliveryTable: WorkTable = {
  name: 'deliveries',
  key: ['environment_id', 'email_id', 'nth'],
  isMarkedBeforeEffect: true,
  // New transactional mail, its retries, new broadcasts, their retries. So retries for a server that is down do not delay new mail.
  priorities: [0, 5, 10, 15],
}

/** The name of an email in a notification, for workers that read it while they take its deliveries. */
export const toAnnounced = ({ environmentId, id }: { environmentId: string; id: string }): string =>
  `${environmentId} ${id}`

export const fromAnnounced = (name: string): EmailKey => {
  const [environmentId = '', emailId = ''] = name.split(' ')
  return { environmentId, emailId }
}

/** The priority of new deliveries; retries have 5 more. */
export const priorityOf = { transactional: 0, broadcast: 10 } as const

/** A delivery as a worker takes it. */
export type TakenDelivery = Held &
  DeliveryKey & {
    address: string
    state: 'waiting' | 'delayed'
    attempts: number
    /** The final dot may have been sent, and no answer was recorded. */
    dot: boolean
    /** How often that happened before. */
    doubts: number
    /** Our own errors with this delivery that the worker survived. */
    failures: number
    /** The time for attempts is over. A delivery that was never tried still gets one. */
    expired: boolean
    /** Only read when tracing is on. */
    trace?: TracePlace | null
  }

export const deliveryColumns = sql`work.environment_id as "environmentId", work.email_id as "emailId", work.nth,
  work.address, work.state, work.attempts, work.dot, work.doubts, work.failures, work.give_up_at <= now() as expired`

/** All statements change rows in the order in which they are locked, so that transactions do not deadlock. */
const inOrder = <K extends DeliveryKey>(keys: readonly K[]): K[] => {
  const name = ({ environmentId, emailId }: DeliveryKey) => `${environmentId} ${emailId}`
  return keys.toSorted((a, b) => (a.emailId === b.emailId ? a.nth - b.nth : name(a) < name(b) ? -1 : 1))
}

const keyColumns = (keys: readonly DeliveryKey[]) => ({ ...emailKeys(keys), nth: smallints(keys.map(key => key.nth)) })

export type TokenedKey = DeliveryKey & { token: number }

const heldColumns = (held: readonly TokenedKey[]) => ({
  ...keyColumns(held),
  token: integers(held.map(one => one.token)),
})

const updateHeld = {
  table: 'deliveries',
  key: ['environment_id', 'email_id', 'nth'],
  idOf: ({ emailId }: TokenedKey) => emailId,
  only: sql<boolean>`work.token = given.token and ${isHeld('work')}`,
} as const

/** Records that the final dot is about to be sent. Returns the deliveries that the worker still holds. */
export const markDots = (db: Db, leaving: readonly TokenedKey[]): Promise<TokenedKey[]> =>
  updateByKey(db, inOrder(leaving), { ...updateHeld, values: heldColumns, set: sql`dot = true` })

/** Counts a lost answer to the final dot, once. Returns the deliveries that the worker still holds. */
export const countDoubts = (tx: Tx, lost: readonly TokenedKey[]): Promise<TokenedKey[]> =>
  updateByKey(tx, inOrder(lost), {
    ...updateHeld,
    values: heldColumns,
    set: sql`dot = false, doubts = work.doubts + 1`,
    only: sql`${updateHeld.only} and work.dot`,
  })

export type Settlement = TokenedKey & {
  state: DeliveryState
  attempts: number
  crashes: number
  failures: number
  /** The final dot was sent, and its answer was lost. */
  dot: boolean
  /** When it is retried; null when it is not. */
  dueInMs: number | null
  lastReply: string | null
  /** What it waits for, such as a destination. */
  waitsFor: string | null
}

/**
 * Stores results, and returns those that counted. A result with an old token is left out: the worker no longer holds the delivery.
 */
export const settleDeliveries = (tx: Tx, settlements: readonly Settlement[]): Promise<Settlement[]> =>
  updateByKey(tx, inOrder(settlements), {
    ...updateHeld,
    values: given => ({
      ...heldColumns(given),
      state: texts(given.map(one => one.state)),
      attempts: integers(given.map(one => one.attempts)),
      crashes: smallints(given.map(one => one.crashes)),
      failures: smallints(given.map(one => one.failures)),
      dot: booleans(given.map(one => one.dot)),
      due_in_ms: floats(given.map(one => one.dueInMs)),
      last_reply: texts(given.map(one => one.lastReply)),
      waits_for: texts(given.map(one => one.waitsFor)),
    }),
    set: sql`state = given.state, attempts = given.attempts, crashes = given.crashes,
      failures = given.failures, dot = given.dot, held_by = null,
      due_at = now() + make_interval(secs => given.due_in_ms / 1000),
      priority = case when given.due_in_ms is null then work.priority else work.priority / 10 * 10 + 5 end,
      last_reply = coalesce(given.last_reply, work.last_reply), waits_for = given.waits_for`,
  })

export type HeldBack = { environmentId: string; status: 'processing' | 'delivery_delayed'; waitsFor: string }
/** `last`: where the next page begins; null when there is none. */
export type ReleasedPage = { released: number; last: string | null }

/**
 * Makes the deliveries that wait for `waitsFor` due at once, with their full time for retries. They are found through the open
 * emails of the environment, so that the backlog of other environments costs nothing.
 */
export async function releaseHeldBack(
  tx: Tx,
  { environmentId, status, waitsFor }: HeldBack,
  { after, limit, giveUpAfterMs }: { after: string; limit: number; giveUpAfterMs: number },
): Promise<ReleasedPage> {
  const { rows } = await sql<ReleasedPage>`
    with open as (
      select email_id from email_progress
      where environment_id = ${environmentId} and status = ${status} and email_id > ${after}
      order by email_id limit ${limit}
    ), released as (
      update deliveries d set due_at = now(), waits_for = null,
        give_up_at = greatest(give_up_at, now() + make_interval(secs => ${giveUpAfterMs / 1000}))
      from open
      where d.environment_id = ${environmentId} and d.email_id = open.email_id and d.waits_for = ${waitsFor}
        and d.held_by is null and d.due_at > now()
      returning 1
    ), woken as (
      select ${wakeCall(sql.lit(deliveryTable.name))} where exists (select from released)
    )
    select (select count(*)::integer from released) as released, (select max(email_id::text) from open) as last,
      (select count(*) from woken)`.execute(tx)
  return rows[0] ?? { released: 0, last: null }
}

export type OfBroadcast = { environmentId: string; broadcastId: string; isCanceled: boolean }

/** Makes deliveries of a broadcast due: those that were put back for its pause, or after a cancel all that are not due yet. */
export async function releaseOfBroadcast(
  tx: Tx,
  { environmentId, broadcastId, isCanceled }: OfBroadcast,
  { after, limit, giveUpAfterMs }: { after: string; limit: number; giveUpAfterMs: number },
): Promise<ReleasedPage> {
  const isMeant = isCanceled ? sql`true` : sql`d.waits_for = ${describePausedBroadcast(broadcastId)}`
  const { rows } = await sql<ReleasedPage>`
    with page as (
      select id from emails where environment_id = ${environmentId} and broadcast_id = ${broadcastId} and id > ${after}
      order by id limit ${limit}
    ), released as (
      update deliveries d set due_at = now(), waits_for = null,
        give_up_at = greatest(give_up_at, now() + make_interval(secs => ${giveUpAfterMs / 1000}))
      from page
      where d.environment_id = ${environmentId} and d.email_id = page.id and ${isMeant}
        and d.held_by is null and d.due_at > now()
      returning 1
    ), woken as (
      select ${wakeCall(sql.lit(deliveryTable.name))} where exists (select from released)
    )
    select (select count(*)::integer from released) as released, (select max(id::text) from page) as last,
      (select count(*) from woken)`.execute(tx)
  return rows[0] ?? { released: 0, last: null }
}

/** Locks the progress of emails with several recipients until the transaction ends: their results arrive one by one. */
export async function lockProgress(tx: Tx, emails: readonly EmailKey[]): Promise<void> {
  await sql`
    select 1 from email_progress p
    join ${asKeys(emails, emailKeys(emails), 'wanted')}
      on p.environment_id = wanted.environment_id and p.email_id = wanted.email_id
    where ${isOfMonthsOfEmails('p', emails)}
    order by p.environment_id, p.email_id for update of p`.execute(tx)
}

/** In the order of the primary key, so that no other index fits a plan that is kept. */
export async function findRecipients(
  db: Db,
  { environmentId, emailId }: EmailKey,
): Promise<Pick<TakenDelivery, 'environmentId' | 'address'>[]> {
  const { rows } = await plannedOnce<Pick<TakenDelivery, 'environmentId' | 'address'>>`
    select environment_id as "environmentId", address from deliveries
    where environment_id = ${environmentId} and email_id = ${emailId} order by environment_id, email_id, nth`.execute(
    db,
  )
  return rows
}

export async function findStates(
  db: Db,
  emails: readonly EmailKey[],
): Promise<(DeliveryKey & { state: DeliveryState })[]> {
  const { rows } = await sql<DeliveryKey & { state: DeliveryState }>`
    select d.environment_id as "environmentId", d.email_id as "emailId", d.nth, d.state from deliveries d
    join ${asKeys(emails, emailKeys(emails), 'wanted')}
      on d.environment_id = wanted.environment_id and d.email_id = wanted.email_id
    where ${isOfMonthsOfEmails('d', emails)}`.execute(db)
  return rows
}

export type Progress = EmailKey & {
  status: EmailStatus
  sentAt: Date | null
  deliveredAt: Date | null
  /** By a simulated reader, who counts as a person. */
  openedAt: Date | null
  clickedAt: Date | null
  /** A copy was kept here instead of being sent. */
  captured: boolean
}

/** Keeps the first time of each kind. */
export async function updateProgress(tx: Tx, progress: readonly Progress[]): Promise<void> {
  const moment = (pick: (one: Progress) => Date | null) => progress.map(one => pick(one)?.toISOString() ?? null)
  await sql`
    update email_progress p set status = given.status, captured = p.captured or given.captured,
      sent_at = coalesce(p.sent_at, given.sent_at), delivered_at = coalesce(p.delivered_at, given.delivered_at),
      opened_at = coalesce(p.opened_at, given.opened_at), clicked_at = coalesce(p.clicked_at, given.clicked_at),
      open_count = p.open_count + (given.opened_at is not null)::integer,
      click_count = p.click_count + (given.clicked_at is not null)::integer,
      human_opened_at = coalesce(p.human_opened_at, given.opened_at),
      human_clicked_at = coalesce(p.human_clicked_at, given.clicked_at),
      human_open_count = p.human_open_count + (given.opened_at is not null)::integer,
      human_click_count = p.human_click_count + (given.clicked_at is not null)::integer
    from ${asKeys(progress, {
      ...emailKeys(progress),
      status: texts(progress.map(one => one.status)),
      sent_at: moments(moment(one => one.sentAt)),
      delivered_at: moments(moment(one => one.deliveredAt)),
      opened_at: moments(moment(one => one.openedAt)),
      clicked_at: moments(moment(one => one.clickedAt)),
      captured: booleans(progress.map(one => one.captured)),
    })}
    where p.environment_id = given.environment_id and p.email_id = given.email_id and ${isOfMonthsOfEmails('p', progress)}`.execute(
    tx,
  )
}

/** Releases scheduled emails whose time has come, by the real clock or by those that are ahead. */
export async function releaseDueEmails(tx: Tx, limit: number, giveUpAfterMs: number, by?: Ahead): Promise<EmailKey[]> {
  const { rows } = await plannedOnce<EmailKey>`
    with due as (${dueScheduled({ table: 'email_progress', id: 'email_id' }, limit, by)}), released as (
      update email_progress p set status = 'processing' from due
      where p.environment_id = due.environment_id and p.email_id = due.email_id
      returning p.environment_id, p.email_id
    ), open as (
      update deliveries d set due_at = now(), give_up_at = now() + make_interval(secs => ${giveUpAfterMs / 1000})
      from released
      where d.environment_id = released.environment_id and d.email_id = released.email_id and d.state = 'waiting'
    )
    select environment_id as "environmentId", email_id as "emailId" from released`.execute(tx)
  return rows
}

/** Makes the next attempts of an environment due sooner, and first attempts that wait for a time. Their time for retries ends sooner, too: after a first attempt, all of it is left. */
export async function moveDelayedEarlier(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  await sql`
    with nearer as (
      select d.email_id, d.nth from email_progress p
      join deliveries d on d.environment_id = p.environment_id and d.email_id = p.email_id
      where p.environment_id = ${environmentId} and (
        p.status = 'delivery_delayed' and d.state = 'delayed' and d.due_at is not null
        or p.status = 'processing' and d.state = 'waiting' and d.due_at > now())
      order by d.email_id, d.nth for update of d
    )
    update deliveries d set due_at = d.due_at - make_interval(secs => ${byMs / 1000}),
      give_up_at = d.give_up_at - case when d.state = 'waiting'
        then least(d.due_at - now(), make_interval(secs => ${byMs / 1000})) else make_interval(secs => ${byMs / 1000}) end
    from nearer where d.environment_id = ${environmentId} and d.email_id = nearer.email_id and d.nth = nearer.nth
    `.execute(tx)
}
