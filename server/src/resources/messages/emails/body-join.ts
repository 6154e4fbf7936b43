import { type RawBuilder, sql } from 'kysely'

/**
 * Joins the body of the email `e` as `body`. Emails from before there was a table for bodies have theirs in their own row:
 * `coalesce(body.html, e.html)`.
 */
export const withBody = (inPartitions: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  left join lateral (
    select html, text from email_bodies
    where environment_id = e.environment_id and email_id = e.id and ${inPartitions} limit 1
  ) as body on true`
