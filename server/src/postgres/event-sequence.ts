/**
 * The number of an event among those about the same object. Counted when it is read: the position of an event comes from a counter
 * that all tenants share, and would tell each of them how much the others do.
 */
import { type RawBuilder, sql } from 'kysely'

/**
 * Adds `sequence` to a page of rows with environment_id, subject_id and position. The events of an object are counted from one row of
 * the page to the next, so a page of an object with very many events costs one pass over them, not one for each row.
 */
export const withSequence = (page: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select page.*, greatest(1, sum(since.count) over (
    partition by page.environment_id, page.subject_id order by page.position))::integer as sequence
  from (
    select page.*, lag(position, 1, 0::bigint) over (
      partition by environment_id, subject_id order by position) as previous
    from ${page} as page
  ) as page
  cross join lateral (
    select count(*) from events
    where environment_id = page.environment_id and subject_id = page.subject_id
      and position > page.previous and position <= page.position
  ) as since
)`
