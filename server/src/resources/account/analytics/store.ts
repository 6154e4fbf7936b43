/** The table of figures. */
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import { sql } from 'kysely'
import { idsFrom } from '#core/id.ts'
import { asKeys, asTable, integers, moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { type EmailKey, emailKeys } from '#postgres/partitions/email-keys.ts'
import { isAmong, isOfMonthsOf } from '#postgres/partitions/partitions.ts'
import type { SummedTable } from '#postgres/partitions/summed-table.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { type Counts, type Figure, figures, type Totals } from './figures.ts'
import { floorTo, hourMs } from './hours.ts'
import type { Range, Span } from './window.ts'

export const emailStats: SummedTable = {
  name: 'email_stats',
  key: ['environment_id', 'tag', 'message_stream', 'hour'],
  figures,
  finer: { name: 'email_minutes', key: ['environment_id', 'tag', 'message_stream', 'minute'] },
}

const figureColumns = sql.join(figures.map(figure => sql.ref(figure)))
const sums = (cast: 'integer' | 'float8') =>
  sql.join(figures.map(figure => sql`sum(${sql.ref(figure)})::${sql.raw(cast)} as ${sql.ref(figure)}`))
const countsOf = (rows: readonly { counts: Counts }[]) =>
  Object.fromEntries(figures.map(figure => [figure, integers(rows.map(({ counts }) => counts[figure] ?? 0))]))

/** `tag` is empty for all emails. */
export type StatsRow = {
  environmentId: string
  tag: string
  messageStream: MessageStream
  minute: Date
  counts: Counts
}

export async function insertStats(tx: Tx, rows: readonly StatsRow[]): Promise<void> {
  await plannedOnce`
    insert into email_stats (environment_id, tag, message_stream, hour, minute, ${figureColumns})
    select * from ${asTable({
      environment_id: uuids(rows.map(row => row.environmentId)),
      tag: texts(rows.map(row => row.tag)),
      message_stream: texts(rows.map(row => row.messageStream)),
      hour: moments(rows.map(row => floorTo(row.minute, hourMs))),
      minute: moments(rows.map(row => row.minute)),
      ...countsOf(rows),
    })}`.execute(tx)
}

export async function insertStatsByKey(tx: Tx, changes: readonly (EmailKey & { counts: Counts })[]): Promise<void> {
  await sql`
    insert into email_stats (environment_id, tag, message_stream, hour, minute, ${figureColumns})
    select given.environment_id, labels.tag, e.message_stream, date_trunc('hour', e.created_at, 'UTC'),
      date_trunc('minute', e.created_at, 'UTC'), ${sums('integer')}
    from ${asTable({ ...emailKeys(changes), ...countsOf(changes) })}
    cross join lateral (
      select message_stream, tags, created_at from emails
      where environment_id = given.environment_id and id = given.email_id and ${isAmong(
        'id',
        changes.map(one => one.emailId),
      )} limit 1
    ) as e
    cross join lateral (
      select captured from email_progress
      where environment_id = given.environment_id and email_id = given.email_id and ${isAmong(
        'email_id',
        changes.map(one => one.emailId),
      )} limit 1
    ) as p
    cross join lateral (select distinct unnest(array_prepend('', e.tags))) as labels (tag)
    where not p.captured
    group by 1, 2, 3, 4, 5`.execute(tx)
}

/** `refusals`: whether to look for bounces and complaints, which reads all events of each email. */
export async function findCountedFigures(
  tx: Tx,
  emails: readonly EmailKey[],
  refusals: boolean,
): Promise<{ emailId: string; counted: Figure[] }[]> {
  const happened = (type: string) => sql`${refusals} and exists (
    select from events where environment_id = p.environment_id and subject_id = p.email_id and type = ${type})`
  const { rows } = await sql<{ emailId: string; counted: Figure[] }>`
    select p.email_id as "emailId", array_remove(array[
      case when p.sent_at is not null or ${happened('email.bounced')} then 'emails_sent' end,
      case when p.delivered_at is not null then 'emails_delivered' end,
      case when p.opened_at is not null then 'emails_opened' end,
      case when p.clicked_at is not null then 'emails_clicked' end,
      case when p.human_opened_at is not null then 'emails_opened_by_people' end,
      case when p.human_clicked_at is not null then 'emails_clicked_by_people' end,
      case when ${happened('email.bounced')} then 'emails_bounced' end,
      case when ${happened('email.complained')} then 'emails_complained' end
    ], null) as counted
    from ${asKeys(emails, emailKeys(emails), 'wanted')}
    join email_progress p on p.environment_id = wanted.environment_id and p.email_id = wanted.email_id
    where ${isOfMonthsOf(
      'p.email_id',
      emails.map(one => one.emailId),
    )}`.execute(tx)
  return rows
}

export type Granularity = 'hour' | 'day'

export type Filter = {
  environmentId: string
  tag?: string | undefined
  messageStreams: readonly MessageStream[]
  granularity?: Granularity | undefined
}

/** `start` is null when no granularity was requested. */
export type Point = Totals & { start: Date | null }

const startOf = (granularity: Granularity | undefined, column: 'hour' | 'e.created_at') =>
  granularity ? sql`date_trunc(${granularity}, ${sql.ref(column)}, 'UTC')` : sql`null::timestamptz`

/** As a number, because PostgreSQL does not parse the text of a year beyond 9999. */
const toTimestamp = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`

/** Reads summed and unsummed rows in one statement, so that a row that is being summed up is counted exactly once. */
export async function findSums(db: Db, filter: Filter, { from, until }: Span): Promise<Point[]> {
  const { environmentId, tag, messageStreams, granularity } = filter
  const wanted = sql`environment_id = ${environmentId} and tag = ${tag ?? ''} and message_stream = any (${messageStreams})
    and hour >= ${toTimestamp(from?.getTime() ?? -Infinity)} and hour < ${toTimestamp(until?.getTime() ?? Infinity)}`
  const { rows } = await sql<Point>`
    select ${startOf(granularity, 'hour')} as start, ${sums('float8')}
    from (
      select hour, ${figureColumns} from email_stats where summed and ${wanted}
      union all
      select hour, ${figureColumns} from email_stats where not summed and ${wanted}
    ) as stats
    group by 1`.execute(db)
  return rows
}

const allSums = sql`row(${sql.join(figures.map(figure => sql`sum(${sql.ref(figure)})`))})`

/**
 * The same for whole minutes of one hour. Undefined when the minutes of that hour do not add up to its sum, because a version without
 * minutes has counted some of it.
 */
export async function findMinutes(db: Db, filter: Filter, { from, until }: Range): Promise<Point[] | undefined> {
  const { environmentId, tag, messageStreams, granularity } = filter
  const hour = floorTo(from, hourMs).getTime()
  const wanted = sql`environment_id = ${environmentId} and tag = ${tag ?? ''} and message_stream = any (${messageStreams})`
  const inside = sql`filter (where minute >= ${toTimestamp(from.getTime())} and minute < ${toTimestamp(until.getTime())})`
  const { rows } = await sql<Point & { addsUp: boolean; minutes: number }>`
    with added as materialized (
      select minute, ${figureColumns} from email_stats where not summed and ${wanted} and hour = ${toTimestamp(hour)}
    ), minutes as (
      select minute, ${figureColumns} from email_minutes
      where ${wanted} and minute >= ${toTimestamp(hour)} and minute < ${toTimestamp(hour + hourMs)}
      union all
      select minute, ${figureColumns} from added where minute is not null
    ), hours as (
      select ${figureColumns} from email_stats where summed and ${wanted} and hour = ${toTimestamp(hour)}
      union all
      select ${figureColumns} from added
    )
    select ${granularity ? sql`date_trunc(${granularity}, ${toTimestamp(hour)}, 'UTC')` : sql`null::timestamptz`} as start,
      ${allSums} is not distinct from (select ${allSums} from hours) as "addsUp", (count(*) ${inside})::integer as minutes,
      ${sql.join(figures.map(figure => sql`(sum(${sql.ref(figure)}) ${inside})::float8 as ${sql.ref(figure)}`))}
    from minutes`.execute(db)
  const [row] = rows
  if (!row?.addsUp) return undefined
  const { addsUp: _, minutes, ...point } = row
  return minutes > 0 ? [point] : []
}

/** The same for any part of an hour, counted from the emails: an email's id contains when it was accepted. */
export async function countEmails(db: Db, filter: Filter, { from, until }: Range): Promise<Point[]> {
  const { environmentId, tag, messageStreams, granularity } = filter
  const { rows } = await sql<Point>`
    select ${startOf(granularity, 'e.created_at')} as start,
      count(*) filter (where p.sent_at is not null or told.bounced)::float8 as emails_sent, sum(told.reached)::float8 as recipients_reached,
      count(p.delivered_at)::float8 as emails_delivered, sum(told.delivered)::float8 as recipients_delivered,
      count(p.opened_at)::float8 as emails_opened, count(p.clicked_at)::float8 as emails_clicked,
      count(p.human_opened_at)::float8 as emails_opened_by_people,
      count(p.human_clicked_at)::float8 as emails_clicked_by_people,
      count(*) filter (where told.bounced)::float8 as emails_bounced,
      count(*) filter (where told.complained)::float8 as emails_complained,
      count(*) filter (where instead.state = 'sent')::float8 as fallbacks_sent,
      count(*) filter (where instead.state = 'not_needed')::float8 as fallbacks_not_needed
    from emails e
    join email_progress p on p.environment_id = e.environment_id and p.email_id = e.id
    cross join lateral (
      select count(*) filter (where type in ('email.sent', 'email.unconfirmed')) as reached,
        count(*) filter (where type = 'email.delivered') as delivered,
        bool_or(type = 'email.bounced') as bounced, bool_or(type = 'email.complained') as complained
      from events where environment_id = e.environment_id and subject_id = e.id
    ) as told
    left join email_fallbacks instead on instead.environment_id = e.environment_id and instead.email_id = e.id
    where e.environment_id = ${environmentId} and e.id >= ${idsFrom(from)} and e.id < ${idsFrom(until)}
      and p.environment_id = ${environmentId} and p.email_id >= ${idsFrom(from)} and p.email_id < ${idsFrom(until)}
      and e.message_stream = any (${messageStreams}) and (${tag ?? null}::text is null or ${tag ?? null} = any (e.tags))
      and not p.captured
    group by 1`.execute(db)
  return rows
}
