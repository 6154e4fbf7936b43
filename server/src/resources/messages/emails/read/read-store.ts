/** Emails as the API shows them. */
import type { EmailStatus } from '@posthorn/contract/event-names'
import { sql } from 'kysely'
import { idsFrom, idsUntil } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import { bodyIsOver } from '#resources/account/retention/kept-bodies.ts'
import { type FallbackRow, withFallback } from '#resources/messages/fallbacks/read.ts'
import { type BodyRow, bodyColumns, toBody, type WithOutside, withBody, withOutsideBody } from '../body/join.ts'
import type { Body } from '../body/pack.ts'
import type { BroadcastPart } from '../content/content-store.ts'
import { type Draft, messageIdHeader, type Variant } from '../draft.ts'

export type EmailRow = Omit<Body, 'values'> & {
  id: string
  fromAddress: string
  fromName: string | null
  to: string[]
  cc: string[] | null
  bcc: string[] | null
  replyTo: string[] | null
  tags: string[] | null
  topicId: string | null
  messageStream: Draft['messageStream']
  trackOpens: boolean
  trackClicks: boolean
  /** Null when the email has ours. */
  ownMessageId: string | null
  subject: string
  status: EmailStatus
  createdAt: Date
  scheduledFor: Date | null
  sentAt: Date | null
  deliveredAt: Date | null
  openedAt: Date | null
  clickedAt: Date | null
  openCount: number
  clickCount: number
  humanOpenCount: number
  humanClickCount: number
  fallback: FallbackRow | null
  captured: boolean
  templateId: string | null
  broadcastId: string | null
  /** The values for the content of its broadcast; null for other mail, and when they are not kept any more. */
  broadcast: BroadcastPart | null
}

const ownMessageId = sql<string | null>`e.headers ->> ${sql.lit(messageIdHeader)}`

/** The settings of the request, for emails as `e`. */
const asked = sql`e.message_stream as "messageStream", e.track_opens as "trackOpens", e.track_clicks as "trackClicks"`

/**
 * Many at once, each by its key, in the order asked; undefined for an email that does not exist. Html and text may be `outside`.
 */
export async function findEmails(
  db: Db,
  wanted: readonly EmailKey[],
): Promise<((EmailRow & WithOutside) | undefined)[]> {
  const ids = wanted.map(one => one.emailId)
  const { rows } = await sql<EmailRow & WithOutside & BodyRow & { nth: string; variant: Variant }>`
    select wanted.nth, e.id, e.from_address as "fromAddress", e.from_name as "fromName", e.to_addresses as "to",
      e.cc_addresses as cc, e.bcc_addresses as bcc, e.reply_to as "replyTo", e.tags, e.topic_id as "topicId", ${asked},
      ${ownMessageId} as "ownMessageId", e.subject, ${bodyColumns(sql`not over`)}, case when not over then elsewhere.outside end as outside, p.status, e.created_at as "createdAt",
      p.scheduled_for as "scheduledFor", p.sent_at as "sentAt",
      p.delivered_at as "deliveredAt", p.opened_at as "openedAt", p.clicked_at as "clickedAt",
      p.open_count as "openCount", p.click_count as "clickCount",
      p.human_open_count as "humanOpenCount", p.human_click_count as "humanClickCount", p.captured, e.template_id as "templateId", instead.fallback,
      e.broadcast_id as "broadcastId", e.broadcast_variant as variant
    from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${ids}::uuid[])
      with ordinality as wanted (environment_id, email_id, nth)
    cross join lateral (
      select * from emails where environment_id = wanted.environment_id and id = wanted.email_id and ${isAmong('id', ids)} limit 1
    ) as e
    ${withBody(isAmong('email_id', ids))}
    ${withOutsideBody(isAmong('u.email_id', ids))}
    cross join lateral (
      select * from email_progress where environment_id = wanted.environment_id and email_id = wanted.email_id and ${isAmong('email_id', ids)} limit 1
    ) as p
    ${withFallback(isAmong('f.email_id', ids))}
    cross join lateral (select ${bodyIsOver} as over) as kept`.execute(db)
  const found = new Map(
    rows.map(({ nth, packed, html, text, variant, ...row }) => {
      const { values, ...body } = toBody({ packed, html, text })
      const broadcast = row.broadcastId !== null && values ? { id: row.broadcastId, variant, values } : null
      return [Number(nth), { ...row, ...body, broadcast }]
    }),
  )
  return wanted.map((_, index) => found.get(index + 1))
}

export type OutcomeRow = {
  status: EmailStatus
  sent: boolean
  delivered: boolean
  unsubscribed: boolean
  humanOpenCount: number
  humanClickCount: number
}

/** Many at once, in the order asked; undefined for an email that does not exist. */
export async function findOutcomes(db: Db, wanted: readonly EmailKey[]): Promise<(OutcomeRow | undefined)[]> {
  const ids = wanted.map(one => one.emailId)
  const { rows } = await sql<OutcomeRow & { nth: string }>`
    select wanted.nth, p.status, p.sent_at is not null as sent, p.delivered_at is not null as delivered,
      p.human_open_count as "humanOpenCount", p.human_click_count as "humanClickCount",
      exists (
        select from events e where e.environment_id = wanted.environment_id and e.subject_id = wanted.email_id
          and e.type = 'email.unsubscribed'
      ) as unsubscribed
    from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${ids}::uuid[])
      with ordinality as wanted (environment_id, email_id, nth)
    cross join lateral (
      select * from email_progress where environment_id = wanted.environment_id and email_id = wanted.email_id and ${isAmong('email_id', ids)} limit 1
    ) as p`.execute(db)
  const found = new Map(rows.map(({ nth, ...row }) => [Number(nth), row]))
  return wanted.map((_, index) => found.get(index + 1))
}

/** Times as the caller wrote them: PostgreSQL reads finer fractions of a second than a Date holds. */
export type EmailFilters = {
  status?: EmailStatus | undefined
  to?: string | undefined
  from?: string | undefined
  tag?: string | undefined
  batchId?: string | undefined
  templateId?: string | undefined
  createdAfter?: string | undefined
  createdBefore?: string | undefined
}

export type ListRow = Omit<
  EmailRow,
  | keyof Body
  | 'fromName'
  | 'tags'
  | 'deliveredAt'
  | 'openCount'
  | 'clickCount'
  | 'humanOpenCount'
  | 'humanClickCount'
  | 'fallback'
  | 'broadcastId'
  | 'broadcast'
>

/** For emails as `e` and email_progress as `p`. */
export const listColumns = sql`e.id, e.from_address as "fromAddress", e.to_addresses as "to", e.cc_addresses as cc,
  e.bcc_addresses as bcc, e.reply_to as "replyTo", e.topic_id as "topicId", ${asked}, ${ownMessageId} as "ownMessageId", e.subject, e.created_at as "createdAt",
  e.template_id as "templateId", p.status, p.scheduled_for as "scheduledFor", p.sent_at as "sentAt",
  p.opened_at as "openedAt", p.clicked_at as "clickedAt", p.captured`

/** Each filter has an index in the order of the list. */
export const listEmails = (
  db: Db,
  environmentId: string,
  page: PageRequest,
  filters: EmailFilters,
): Promise<ListRow[]> => {
  const { to, createdAfter, createdBefore, ...others } = filters
  const alone = to !== undefined && Object.values(others).every(value => value === undefined)
  return alone
    ? listEmailsTo(db, environmentId, page, { to, createdAfter, createdBefore })
    : listEmailsThat(db, environmentId, page, filters)
}

/**
 * For a filter by recipient alone. PostgreSQL does not know that deliveries to an address are in the order of the list once each
 * email is left with one of them: it read 20,000 emails to find the newest 21 of 300.
 */
async function listEmailsTo(
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { to, createdAfter, createdBefore }: EmailFilters & { to: string },
): Promise<ListRow[]> {
  const after = createdAfter === undefined ? undefined : idsFrom(new Date(createdAfter))
  const until = createdBefore === undefined ? undefined : idsUntil(new Date(createdBefore))
  const { rows } = await sql<ListRow>`
    select ${listColumns}
    from (
      select distinct email_id from deliveries
      where environment_id = ${environmentId} and lower(address collate "C") = ${to.toLowerCase()}
        ${before === undefined ? sql`` : sql`and email_id < ${before}`}
        ${after === undefined ? sql`` : sql`and email_id >= ${after}`}
        ${until === undefined ? sql`` : sql`and email_id <= ${until}`}
      order by email_id desc
    ) as d
    cross join lateral (
      select * from emails
      where environment_id = ${environmentId} and id = d.email_id limit 1
    ) as e
    cross join lateral (
      select * from email_progress where environment_id = ${environmentId} and email_id = d.email_id limit 1
    ) as p
    where true ${createdAfter === undefined ? sql`` : sql`and e.created_at > ${createdAfter}::timestamptz`}
      ${createdBefore === undefined ? sql`` : sql`and e.created_at < ${createdBefore}::timestamptz`}
    order by d.email_id desc limit ${limit + 1}`.execute(db)
  return rows
}

const listEmailsThat = (
  db: Db,
  environmentId: string,
  { limit, before, after }: PageRequest,
  { status, to, from, tag, batchId, templateId, createdAfter, createdBefore }: EmailFilters,
): Promise<ListRow[]> =>
  db
    .selectFrom('emails as e')
    .innerJoin('email_progress as p', join =>
      join.onRef('p.environment_id', '=', 'e.environment_id').onRef('p.email_id', '=', 'e.id'),
    )
    .select([
      'e.id',
      'e.from_address as fromAddress',
      'e.to_addresses as to',
      'e.cc_addresses as cc',
      'e.bcc_addresses as bcc',
      'e.reply_to as replyTo',
      'e.topic_id as topicId',
      sql<Draft['messageStream']>`e.message_stream`.as('messageStream'),
      'e.track_opens as trackOpens',
      'e.track_clicks as trackClicks',
      ownMessageId.as('ownMessageId'),
      'e.subject',
      sql<EmailStatus>`p.status`.as('status'),
      'e.created_at as createdAt',
      'p.scheduled_for as scheduledFor',
      'p.sent_at as sentAt',
      'p.opened_at as openedAt',
      'p.clicked_at as clickedAt',
      'p.captured',
      'e.template_id as templateId',
    ])
    .where('e.environment_id', '=', environmentId)
    .where('p.environment_id', '=', environmentId)
    .$if(before !== undefined, query => query.where('e.id', '<', before ?? '').where('p.email_id', '<', before ?? ''))
    .$if(after !== undefined, query => query.where('e.id', '>', after ?? '').where('p.email_id', '>', after ?? ''))
    .$if(status !== undefined, query => query.where('p.status', '=', status ?? ''))
    .$if(from !== undefined, query =>
      query.where(sql`lower(e.from_address collate "C")`, '=', (from ?? '').toLowerCase()),
    )
    .$if(batchId !== undefined, query => query.where('e.batch_id', '=', batchId ?? ''))
    .$if(templateId !== undefined, query => query.where('e.template_id', '=', templateId ?? ''))
    .$if(tag !== undefined, query =>
      query.where('e.id', 'in', eb =>
        eb
          .selectFrom('email_tags as t')
          .select('t.email_id')
          .where('t.environment_id', '=', environmentId)
          .where('t.tag', '=', tag ?? ''),
      ),
    )
    .$if(to !== undefined, query =>
      query.where('e.id', 'in', eb =>
        eb
          .selectFrom('deliveries as d')
          .select('d.email_id')
          .where('d.environment_id', '=', environmentId)
          .where(sql`lower(d.address collate "C")`, '=', (to ?? '').toLowerCase()),
      ),
    )
    .$if(createdAfter !== undefined, query =>
      query
        .where('e.id', '>=', idsFrom(new Date(createdAfter ?? 0)))
        .where('p.email_id', '>=', idsFrom(new Date(createdAfter ?? 0)))
        .where('e.created_at', '>', sql<Date>`${createdAfter}::timestamptz`),
    )
    .$if(createdBefore !== undefined, query =>
      query
        .where('e.id', '<=', idsUntil(new Date(createdBefore ?? 0)))
        .where('p.email_id', '<=', idsUntil(new Date(createdBefore ?? 0)))
        .where('e.created_at', '<', sql<Date>`${createdBefore}::timestamptz`),
    )
    .orderBy('e.id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()

export type WorkflowRow = {
  status: EmailStatus
  scheduledFor: Date | null
  attempts: number
  running: boolean
  /** By the clock of its environment. */
  dueAt: Date | null
  createdAt: Date
  fromAddress: string
}

export async function findWorkflow(db: Db, { environmentId, emailId }: EmailKey): Promise<WorkflowRow | undefined> {
  const { rows } = await sql<WorkflowRow>`
    select p.status, p.scheduled_for as "scheduledFor", e.created_at as "createdAt", e.from_address as "fromAddress", max(d.attempts) as attempts,
      bool_or(d.held_by is not null) as running,
      min(d.due_at) filter (where d.held_by is null and d.state = 'delayed')
        + (select make_interval(secs => clock_ahead_ms / 1000.0) from environments where id = ${environmentId}) as "dueAt"
    from emails e
    join email_progress p on p.environment_id = e.environment_id and p.email_id = e.id
    join deliveries d on d.environment_id = e.environment_id and d.email_id = e.id
    where e.environment_id = ${environmentId} and e.id = ${emailId}
    group by p.status, p.scheduled_for, e.created_at, e.from_address`.execute(db)
  return rows[0]
}

/** `charged` in credits. */
export type ScheduledRow = { status: EmailStatus; organizationId: string; charged: number }

/** Locks the email until the transaction ends: a release skips it meanwhile. */
export async function lockScheduled(tx: Tx, { environmentId, emailId }: EmailKey): Promise<ScheduledRow | undefined> {
  const { rows } = await sql<ScheduledRow>`
    select p.status, e.organization_id as "organizationId", (
      select (count(*) * e.credits_per_recipient)::float8 from deliveries d
      where d.environment_id = p.environment_id and d.email_id = p.email_id and d.state = 'waiting') as charged
    from email_progress p join emails e on e.environment_id = p.environment_id and e.id = p.email_id
    where p.environment_id = ${environmentId} and p.email_id = ${emailId}
    for update of p`.execute(tx)
  return rows[0]
}

export async function cancelScheduled(tx: Tx, { environmentId, emailId }: EmailKey): Promise<void> {
  await sql`
    with canceled as (
      update email_progress set status = 'canceled'
      where environment_id = ${environmentId} and email_id = ${emailId}
    )
    update deliveries set state = 'canceled'
    where environment_id = ${environmentId} and email_id = ${emailId} and state = 'waiting'`.execute(tx)
}

export async function moveScheduled(tx: Tx, { environmentId, emailId }: EmailKey, to: string): Promise<void> {
  await sql`
    update email_progress set scheduled_for = ${to}::timestamptz
    where environment_id = ${environmentId} and email_id = ${emailId}`.execute(tx)
}
