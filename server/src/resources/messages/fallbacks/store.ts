/** The table of fallbacks. All times are the database's. */

import type { EmailStatus } from '@posthorn/contract/event-names'
import type { FallbackCondition, FallbackState } from '@posthorn/contract/messages/email-fallback'
import { type RawBuilder, sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import { wakeCall } from '#engine/wake.ts'
import { type Held, isHeld, type WorkTable } from '#engine/work-table.ts'
import { asKeys, asTable, integers, moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { type EmailKey, emailKeys, isOfMonthsOfEmails } from '#postgres/partitions/email-keys.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import type { Draft } from '#resources/messages/sms/sms.ts'
import type { FallbackDraft } from './fallback.ts'

export const fallbackTable: WorkTable = { name: 'email_fallbacks', key: ['environment_id', 'email_id'] }

/** A fallback as a worker takes it. */
export type TakenFallback = Held & EmailKey
export const fallbackColumns = sql`work.environment_id as "environmentId", work.email_id as "emailId"`

export type NewFallback = EmailKey & {
  organizationId: string
  draft: FallbackDraft
  status: 'processing' | 'scheduled' | 'suppressed'
  scheduledFor: string | null
}

/**
 * The fallback of a scheduled email is due some time after its release. Where nothing will be sent it is due at once, or when the
 * email would have been: by the clock of its environment.
 */
export async function insertFallbacks(tx: Tx, fallbacks: readonly NewFallback[]): Promise<void> {
  await sql`
    insert into email_fallbacks (environment_id, email_id, organization_id, unless, within_seconds, sms, to_number, due_at)
    select given.environment_id, email_id, given.organization_id, unless, within_seconds, sms::jsonb, to_number,
      case status when 'processing' then now() + make_interval(secs => within_seconds)
        when 'suppressed' then greatest(now(), scheduled_for - make_interval(secs => e.clock_ahead_ms / 1000.0)) end
    from ${asTable({
      ...emailKeys(fallbacks),
      organization_id: uuids(fallbacks.map(one => one.organizationId)),
      status: texts(fallbacks.map(one => one.status)),
      scheduled_for: moments(fallbacks.map(one => one.scheduledFor)),
      unless: texts(fallbacks.map(one => one.draft.unless)),
      within_seconds: integers(fallbacks.map(one => one.draft.withinSeconds)),
      sms: texts(fallbacks.map(one => JSON.stringify(one.draft.sms))),
      to_number: texts(fallbacks.map(one => one.draft.sms.to)),
    })}
    join environments e on e.id = given.environment_id`.execute(tx)
}

/** Rows are always locked in this order, so that transactions do not deadlock. */
const lockedOf = (emails: readonly EmailKey[], when: RawBuilder<unknown>) => sql`
  select f.environment_id, f.email_id from email_fallbacks f
  join ${asKeys(emails, emailKeys(emails), 'wanted')} on f.environment_id = wanted.environment_id and f.email_id = wanted.email_id
  where ${isOfMonthsOfEmails('f', emails)} and f.state = 'waiting' and ${when}
  order by f.environment_id, f.email_id for update of f`

/** Scheduled emails were released: the time of their fallbacks starts now. */
export async function startFallbacks(tx: Tx, emails: readonly EmailKey[]): Promise<void> {
  await sql`
    with started as (${lockedOf(emails, sql`f.due_at is null`)})
    update email_fallbacks f set due_at = now() + make_interval(secs => f.within_seconds) from started
    where f.environment_id = started.environment_id and f.email_id = started.email_id
      and ${isOfMonthsOfEmails('f', emails)} and not ${isHeld('f')}`.execute(tx)
}

/** The fallbacks of these emails are due at once. Those that a worker holds are already being decided. */
export async function makeFallbacksDue(tx: Tx, emails: readonly EmailKey[]): Promise<void> {
  await sql`
    with hurried as (${lockedOf(emails, sql`f.due_at > now()`)}), due as (
      update email_fallbacks f set due_at = now() from hurried
      where f.environment_id = hurried.environment_id and f.email_id = hurried.email_id and ${isOfMonthsOfEmails('f', emails)}
      returning 1
    )
    select ${wakeCall(sql.lit(fallbackTable.name))} where exists (select from due)`.execute(tx)
}

/** A decided fallback: nothing is due, and its text and number are deleted. */
const ended = sql`ended_at = now(), due_at = null, held_by = null, sms = null, to_number = null`

export type End = EmailKey & { state: Exclude<FallbackState, 'waiting'>; reason: string; smsId: string | null }

/** The caller has locked them. */
export async function endFallbacks(tx: Tx, ends: readonly End[]): Promise<void> {
  await sql`
    update email_fallbacks f set state = given.state, reason = given.reason, sms_id = given.sms_id, crashes = 0, ${ended}
    from ${asKeys(ends, {
      ...emailKeys(ends),
      state: texts(ends.map(one => one.state)),
      reason: texts(ends.map(one => one.reason)),
      sms_id: uuids(ends.map(one => one.smsId)),
    })}
    where f.environment_id = given.environment_id and f.email_id = given.email_id and ${isOfMonthsOfEmails('f', ends)}
    `.execute(tx)
}

/** Locks the waiting fallbacks of these emails, and returns their keys. */
export async function lockWaiting(tx: Tx, emails: readonly EmailKey[]): Promise<EmailKey[]> {
  const { rows } = await sql<{ environment_id: string; email_id: string }>`
    ${lockedOf(emails, sql`true`)}`.execute(tx)
  return rows.map(row => ({ environmentId: row.environment_id, emailId: row.email_id }))
}

/** Locks the fallbacks that wait for this number until the transaction ends. */
export async function lockWaitingFor(
  tx: Tx,
  { environmentId, number }: { environmentId: string; number: string },
  limit: number,
): Promise<EmailKey[]> {
  const { rows } = await sql<EmailKey>`
    select environment_id as "environmentId", email_id as "emailId" from email_fallbacks
    where environment_id = ${environmentId} and to_number = ${number}
    order by email_id limit ${limit} for update`.execute(tx)
  return rows
}

export type Due = EmailKey & {
  organizationId: string
  mode: Mode
  unless: FallbackCondition
  withinSeconds: number
  sms: Draft
  /** Null when the email no longer exists. */
  status: EmailStatus | null
  seenByPerson: boolean
}

/** Locks the fallbacks that this worker still holds until the transaction ends, with the progress of their emails. */
export async function lockHeld(tx: Tx, held: readonly (EmailKey & { token: number })[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select f.environment_id as "environmentId", f.email_id as "emailId", f.organization_id as "organizationId", e.mode,
      f.unless, f.within_seconds as "withinSeconds", f.sms, p.status, coalesce(p.seen, false) as "seenByPerson"
    from email_fallbacks f
    join ${asKeys(held, { ...emailKeys(held), token: integers(held.map(one => one.token)) }, 'wanted')}
      on f.environment_id = wanted.environment_id and f.email_id = wanted.email_id and f.token = wanted.token
    join environments e on e.id = f.environment_id
    left join lateral (
      select status, human_open_count + human_click_count > 0 as seen from email_progress
      where environment_id = f.environment_id and email_id = f.email_id and ${isAmong(
        'email_id',
        held.map(one => one.emailId),
      )} limit 1
    ) as p on true
    where ${isOfMonthsOfEmails('f', held)} and f.state = 'waiting' and ${isHeld('f')}
    order by f.environment_id, f.email_id for update of f`.execute(tx)
  return rows
}

export async function deleteFallback(tx: Tx, { environmentId, emailId }: EmailKey): Promise<void> {
  await tx
    .deleteFrom('email_fallbacks')
    .where('environment_id', '=', environmentId)
    .where('email_id', '=', emailId)
    .execute()
}

/** The clock of the environment is advanced. */
export async function advanceFallbacks(tx: Tx, environmentId: string, byMs: number): Promise<void> {
  await sql`
    with nearer as (
      select email_id from email_fallbacks
      where environment_id = ${environmentId} and to_number is not null and due_at is not null
      order by email_id for update
    )
    update email_fallbacks f set due_at = f.due_at - make_interval(secs => ${byMs / 1000}) from nearer
    where f.environment_id = ${environmentId} and f.email_id = nearer.email_id and f.due_at is not null`.execute(tx)
}

export async function countRestored(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from restored_work r where r.kind = 'fallback' and exists (
      select from email_fallbacks f
      where f.environment_id = r.environment_id and f.email_id = r.id and f.state = 'waiting')`.execute(db)
  return rows[0]?.count ?? 0
}
