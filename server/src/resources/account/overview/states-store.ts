/** Counts messages by state. Each count reads a part of one index, and only as much as it counts. */
import { maxCounted } from '@posthorn/contract/console/overview'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

/** Ids, including `from` and excluding `until`; an id contains when its message was accepted. */
export type IdRange = { from: string; until: string }

const counted = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::integer from (${rows} limit ${maxCounted + 1}) as found)`

export type EmailStates = Record<'scheduled' | 'waiting' | 'delayed' | 'failed' | 'suppressed' | 'captured', number>

/** Without `mayCapture` captured emails are not counted: it would read all delivered emails to find none. */
export async function countEmailStates(
  db: Db,
  environmentId: string,
  { from, until }: IdRange,
  mayCapture: boolean,
): Promise<EmailStates> {
  const own = (status: string) =>
    sql`select from email_progress where environment_id = ${environmentId} and status = ${status}`
  const within = sql`and email_id >= ${from} and email_id < ${until}`
  const { rows } = await sql<EmailStates>`
    select ${counted(own('scheduled'))} as scheduled, ${counted(own('processing'))} as waiting,
      ${counted(own('delivery_delayed'))} as delayed, ${counted(sql`${own('failed')} ${within}`)} as failed,
      ${counted(sql`${own('suppressed')} ${within}`)} as suppressed,
      ${mayCapture ? counted(sql`${own('delivered')} and captured ${within}`) : sql`0`} as captured`.execute(db)
  // `as`: the statement always returns one row.
  return rows[0] as EmailStates
}

export type SmsStates = Record<
  'scheduled' | 'waiting' | 'sent' | 'delivered' | 'captured' | 'undelivered' | 'failed' | 'received',
  number
>

export async function countSmsStates(db: Db, environmentId: string, { from, until }: IdRange): Promise<SmsStates> {
  const own = (status: string) =>
    sql`select from sms_progress where environment_id = ${environmentId} and status = ${status}`
  const ofPeriod = (status: string) => sql`${own(status)} and sms_id >= ${from} and sms_id < ${until}`
  const within = (status: string) => counted(ofPeriod(status))
  const { rows } = await sql<SmsStates>`
    select ${counted(own('scheduled'))} as scheduled, ${counted(own('processing'))} as waiting, ${within('sent')} as sent,
      ${counted(sql`${ofPeriod('delivered')} and not captured`)} as delivered, ${counted(sql`${ofPeriod('delivered')} and captured`)} as captured,
      ${within('undelivered')} as undelivered, ${within('failed')} as failed, ${within('received')} as received`.execute(
    db,
  )
  // `as`: the statement always returns one row.
  return rows[0] as SmsStates
}

export type Fallbacks = { fallbacks: number; fallback_credits: number }

/** Fallback text messages for the emails of a period, and their cost. */
export async function sumFallbacks(db: Db, environmentId: string, { from, until }: IdRange): Promise<Fallbacks> {
  const { rows } = await sql<Fallbacks>`
    select count(*)::integer as fallbacks, coalesce(sum(paid.credits), 0)::float8 as fallback_credits
    from (
      select sms_id from email_fallbacks
      where environment_id = ${environmentId} and email_id >= ${from} and email_id < ${until} and state = 'sent'
      limit ${maxCounted + 1}
    ) as sent
    left join lateral (
      select s.credits from sms s
      join sms_progress p on p.environment_id = s.environment_id and p.sms_id = s.id
      where s.environment_id = ${environmentId} and s.id = sent.sms_id and not p.refunded limit 1
    ) as paid on true`.execute(db)
  // `as`: the statement always returns one row.
  return rows[0] as Fallbacks
}

export type FailedRuns = { id: string; name: string; count: number }

/** Failed runs by workflow, begun since then; up to 1,001 of each. */
export async function findFailedRuns(db: Db, environmentId: string, since: string): Promise<FailedRuns[]> {
  const { rows } = await sql<FailedRuns>`
    select w.id, w.name, failed.count from workflows w
    cross join lateral (
      select count(*)::integer as count from (
        select from workflow_runs r
        where r.environment_id = w.environment_id and r.workflow_id = w.id and r.state = 'failed' and r.id >= ${since}
        limit 1001
      ) as found
    ) as failed
    where w.environment_id = ${environmentId} and failed.count > 0
    order by failed.count desc, w.id limit 10`.execute(db)
  return rows
}
