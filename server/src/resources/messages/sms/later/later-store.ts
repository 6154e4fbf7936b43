/** Text messages that wait for their time. */
import type { SmsStatus } from '@posthorn/contract/messages/sms'
import { sql } from 'kysely'
import type { Ahead } from '#core/clock.ts'
import type { Tx } from '#postgres/database.ts'
import { dueScheduled } from '#postgres/due-scheduled.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { SmsKey } from '../sms.ts'

/**
 * Releases scheduled messages whose time has come, by the real clock or by those that are ahead. Each message has its full time for tries from now on, unless it has a validity period,
 * which counts from its own time.
 */
export async function releaseDueSms(tx: Tx, limit: number, giveUpAfterMs: number, by?: Ahead): Promise<number> {
  const { rows } = await plannedOnce`
    with due as (${dueScheduled({ table: 'sms_progress', id: 'sms_id' }, limit, by)})
    update sms_progress p set status = 'processing', due_at = now(),
      give_up_at = greatest(p.give_up_at, now() + make_interval(secs => ${giveUpAfterMs / 1000}))
    from due where p.environment_id = due.environment_id and p.sms_id = due.sms_id
    returning 1`.execute(tx)
  return rows.length
}

export type ScheduledRow = { status: SmsStatus; organizationId: string; credits: number; from: string; to: string }

/** Locked until the transaction ends: the holder decides. */
export async function lockScheduled(tx: Tx, { environmentId, smsId }: SmsKey): Promise<ScheduledRow | undefined> {
  const { rows } = await sql<ScheduledRow>`
    select p.status, s.organization_id as "organizationId", s.credits::float8 as credits, s.from_number as "from", s.to_number as "to"
    from sms_progress p join sms s on s.environment_id = p.environment_id and s.id = p.sms_id
    where p.environment_id = ${environmentId} and p.sms_id = ${smsId}
    for update of p`.execute(tx)
  return rows[0]
}

export async function cancelScheduled(tx: Tx, { environmentId, smsId }: SmsKey, refunded: boolean): Promise<void> {
  await sql`
    update sms_progress set status = 'canceled', refunded = ${refunded}
    where environment_id = ${environmentId} and sms_id = ${smsId}`.execute(tx)
}

/** A validity period begins with the new time. */
export async function moveScheduled(tx: Tx, { environmentId, smsId }: SmsKey, to: string): Promise<void> {
  await sql`
    with before as (
      select ${to}::timestamptz - scheduled_for as later from sms_progress
      where environment_id = ${environmentId} and sms_id = ${smsId}
    ), moved as (
      update sms_progress set scheduled_for = ${to}::timestamptz, give_up_at = give_up_at + before.later
      from before where environment_id = ${environmentId} and sms_id = ${smsId}
    )
    update sms set valid_until = valid_until + before.later
    from before where environment_id = ${environmentId} and id = ${smsId} and valid_until is not null`.execute(tx)
}
