import { type RawBuilder, sql } from 'kysely'
import { type Body, unpack } from './pack.ts'

/** Joins the body of the email `e` as `body`. */
export const withBody = (inPartitions: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  left join lateral (
    select packed, html, text from email_bodies
    where environment_id = e.environment_id and email_id = e.id and ${inPartitions} limit 1
  ) as body on true`

/** What `bodyColumns` selects: emails from before bodies were packed, or had a table, have html and text in a row. */
export type BodyRow = Body & { packed: Buffer | null }

/** Null in all columns where the condition is not true. */
export const bodyColumns = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when ${condition} then body.packed end as packed,
  case when ${condition} then coalesce(body.html, e.html) end as html,
  case when ${condition} then coalesce(body.text, e.text) end as text`

export const toBody = ({ packed, html, text }: BodyRow): Body => (packed ? unpack(packed) : { html, text })
