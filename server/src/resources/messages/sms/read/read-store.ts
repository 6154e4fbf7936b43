/** Text messages as the API shows them. */
import type { SmsStatus } from '@posthorn/contract/messages/sms'
import { sql } from 'kysely'
import { idsFrom, idsUntil } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { arrayLiteral } from '#postgres/arrays/array-literal.ts'
import type { Db } from '#postgres/database.ts'
import { isAmong } from '#postgres/partitions/partitions.ts'
import type { SmsKey } from '../sms.ts'

export type ListRow = {
  id: string
  from: string
  to: string
  body: string
  status: SmsStatus
  segments: number
  credits: string
  refunded: boolean
  captured: boolean
  createdAt: Date
  direction: 'outbound' | 'inbound'
  mediaUrls: string[] | null
  scheduledFor: Date | null
  sentAt: Date | null
}

export type SmsRow = ListRow & {
  deliveredAt: Date | null
  charge: string
  cardCost: string
  reportedCost: string | null
  /** The email that it replaces. */
  fallbackOf: string | null
}

/** Many at once, each by its key, in the order asked; undefined for a message that does not exist. */
export async function findSms(db: Db, wanted: readonly SmsKey[]): Promise<(SmsRow | undefined)[]> {
  const ids = wanted.map(one => one.smsId)
  const { rows } = await sql<SmsRow & { nth: string }>`
    select wanted.nth, s.id, s.from_number as "from", s.to_number as "to", s.body, p.status, s.segments, s.credits,
      p.refunded, p.captured, s.created_at as "createdAt", s.direction, s.media_urls as "mediaUrls", p.scheduled_for as "scheduledFor",
      p.sent_at as "sentAt",
      p.delivered_at as "deliveredAt", s.charge, s.card_cost as "cardCost", p.reported_cost as "reportedCost", s.fallback_of as "fallbackOf"
    from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${ids}::uuid[])
      with ordinality as wanted (environment_id, sms_id, nth)
    cross join lateral (
      select * from sms where environment_id = wanted.environment_id and id = wanted.sms_id and ${isAmong('id', ids)} limit 1
    ) as s
    cross join lateral (
      select * from sms_progress where environment_id = wanted.environment_id and sms_id = wanted.sms_id and ${isAmong('sms_id', ids)} limit 1
    ) as p`.execute(db)
  const found = new Map(rows.map(({ nth, ...row }) => [Number(nth), row]))
  return wanted.map((_, index) => found.get(index + 1))
}

export type OutcomeRow = { status: SmsStatus; sent: boolean; delivered: boolean }

/** Many at once, in the order asked; undefined for a message that does not exist. */
export async function findOutcomes(db: Db, wanted: readonly SmsKey[]): Promise<(OutcomeRow | undefined)[]> {
  const ids = wanted.map(one => one.smsId)
  const { rows } = await sql<OutcomeRow & { nth: string }>`
    select wanted.nth, p.status, p.sent_at is not null as sent, p.delivered_at is not null as delivered
    from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${ids}::uuid[])
      with ordinality as wanted (environment_id, sms_id, nth)
    cross join lateral (
      select * from sms_progress where environment_id = wanted.environment_id and sms_id = wanted.sms_id and ${isAmong('sms_id', ids)} limit 1
    ) as p`.execute(db)
  const found = new Map(rows.map(({ nth, ...row }) => [Number(nth), row]))
  return wanted.map((_, index) => found.get(index + 1))
}

export type InboundQuery = { environmentId: string; number: string; types: readonly string[]; after: string }

/** The first event of these kinds from each number after the given position; in the order asked. */
export async function findInbound(
  db: Db,
  wanted: readonly InboundQuery[],
): Promise<({ eventId: string; type: string } | undefined)[]> {
  const { rows } = await sql<{ nth: string; eventId: string; type: string }>`
    select wanted.nth, heard.id as "eventId", heard.type
    from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${wanted.map(one => one.number)}::text[],
        ${wanted.map(one => arrayLiteral(one.types))}::text[], ${wanted.map(one => one.after)}::bigint[])
      with ordinality as wanted (environment_id, number, types, after, nth)
    cross join lateral (
      select e.id, e.type from sms s
      join events e on e.environment_id = s.environment_id and e.subject_id = s.id
      where s.environment_id = wanted.environment_id and s.from_number = wanted.number and s.direction = 'inbound'
        and e.position > wanted.after and e.type = any (wanted.types::text[])
      order by e.position limit 1
    ) as heard`.execute(db)
  const found = new Map(rows.map(({ nth, ...row }) => [Number(nth), row]))
  return wanted.map((_, index) => found.get(index + 1))
}

/** The position of the last event of a message from each number, in the order asked; 0 when there is none. */
export async function findLastInbound(
  db: Db,
  wanted: readonly Pick<InboundQuery, 'environmentId' | 'number'>[],
): Promise<string[]> {
  const { rows } = await sql<{ position: string }>`
    select coalesce(last.position, 0) as position
    from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${wanted.map(one => one.number)}::text[])
      with ordinality as wanted (environment_id, number, nth)
    cross join lateral (
      select max(e.position) as position from sms s
      join events e on e.environment_id = s.environment_id and e.subject_id = s.id
      where s.environment_id = wanted.environment_id and s.from_number = wanted.number and s.direction = 'inbound'
    ) as last
    order by wanted.nth`.execute(db)
  return rows.map(({ position }) => position)
}

/** Times as the caller wrote them: PostgreSQL reads finer fractions of a second than a Date holds. */
export type SmsFilters = {
  status?: SmsStatus | undefined
  to?: string | undefined
  from?: string | undefined
  createdAfter?: string | undefined
  createdBefore?: string | undefined
}

/** Each filter has an index in the order of the list. */
export const listSms = (
  db: Db,
  environmentId: string,
  { limit, before }: PageRequest,
  { status, to, from, createdAfter, createdBefore }: SmsFilters,
): Promise<ListRow[]> =>
  db
    .selectFrom('sms as s')
    .innerJoin('sms_progress as p', join =>
      join.onRef('p.environment_id', '=', 's.environment_id').onRef('p.sms_id', '=', 's.id'),
    )
    .select([
      's.id',
      's.from_number as from',
      's.to_number as to',
      's.body',
      sql<SmsStatus>`p.status`.as('status'),
      's.segments',
      's.credits',
      'p.refunded',
      'p.captured',
      's.created_at as createdAt',
      sql<ListRow['direction']>`s.direction`.as('direction'),
      's.media_urls as mediaUrls',
      'p.scheduled_for as scheduledFor',
      'p.sent_at as sentAt',
    ])
    .where('s.environment_id', '=', environmentId)
    .where('p.environment_id', '=', environmentId)
    .$if(before !== undefined, query => query.where('s.id', '<', before ?? '').where('p.sms_id', '<', before ?? ''))
    .$if(status !== undefined, query => query.where('p.status', '=', status ?? ''))
    .$if(to !== undefined, query => query.where('s.to_number', '=', to ?? ''))
    .$if(from !== undefined, query => query.where('s.from_number', '=', from ?? ''))
    .$if(createdAfter !== undefined, query =>
      query
        .where('s.id', '>=', idsFrom(new Date(createdAfter ?? 0)))
        .where('p.sms_id', '>=', idsFrom(new Date(createdAfter ?? 0)))
        .where('s.created_at', '>', sql<Date>`${createdAfter}::timestamptz`),
    )
    .$if(createdBefore !== undefined, query =>
      query
        .where('s.id', '<=', idsUntil(new Date(createdBefore ?? 0)))
        .where('p.sms_id', '<=', idsUntil(new Date(createdBefore ?? 0)))
        .where('s.created_at', '<', sql<Date>`${createdBefore}::timestamptz`),
    )
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute()
