/**
 * The number of an event among those about the same object, counted on reading. The position of an event comes from a counter
 * shared by all tenants, and would show each tenant how active the others are.
 */
import { type RawBuilder, sql } from 'kysely'

/**
 * Counting restarts in each week of an object's life, from a higher number: old events are deleted, and counting without them would
 * repeat numbers. The first week begins at 1.
 */
const weekMs = 7 * 86_400_000
const perWeek = 100_000

/** The week of the object's life, from 0. Ids contain their time, and a test clock may be ahead of the clock that wrote the event. */
const weekOf = (table: string) => sql`least(20000, greatest(0, floor((
    extract(epoch from ${sql.ref(`${table}.created_at`)}) * 1000
    - ('x' || left(replace(${sql.ref(`${table}.subject_id`)}::text, '-', ''), 12))::bit(48)::bigint
  ) / ${sql.lit(weekMs)})))::integer`

/**
 * Adds `sequence` to a page of rows with environment_id, subject_id, created_at and position. Events are counted from one row of the page
 * to the next, so a page about an object with very many events costs one pass over them, not one per row.
 */
export const withSequence = (page: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select page.*, page.week * ${sql.lit(perWeek)} + greatest(1, sum(since.count) over (
    partition by page.environment_id, page.subject_id, page.week order by page.position))::integer as sequence
  from (
    select page.*, lag(position, 1, 0::bigint) over (
      partition by environment_id, subject_id, week order by position) as previous
    from (select page.*, ${weekOf('page')} as week from ${page} as page) as page
  ) as page
  cross join lateral (
    select count(*) from events
    where environment_id = page.environment_id and subject_id = page.subject_id
      and position > page.previous and position <= page.position and ${weekOf('events')} = page.week
  ) as since
)`
