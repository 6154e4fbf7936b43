import { type RawBuilder, sql } from 'kysely'
import type { OutsideContent } from './outside-content.ts'
import { type Body, unpack } from './pack.ts'

/** Joins the body of the email `e` as `body`. */
export const withBody = (inPartitions: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  left join lateral (
    select packed from email_bodies
    where environment_id = e.environment_id and email_id = e.id and ${inPartitions} limit 1
  ) as body on true`

/** What `bodyColumns` selects: emails that are older than the table of bodies have html and text in their own row. */
export type BodyRow = Pick<Body, 'html' | 'text'> & { packed: Buffer | null }

/** Null in all columns where the condition is not true. */
export const bodyColumns = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when ${condition} then body.packed end as packed,
  case when ${condition} then e.html end as html,
  case when ${condition} then e.text end as text`

export const toBody = ({ packed, html, text }: BodyRow): Body => (packed ? unpack(packed) : { html, text })

/** Whether the body is in the database; if not, it is outside, or deleted. */
export const isInside = ({ packed, html, text }: BodyRow): boolean => packed !== null || html !== null || text !== null

/** After `withBody`: joins the reference to a body outside the database as `elsewhere`. */
export const withOutsideBody = (inPartitions: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  left join lateral (
    select json_build_object('environmentId', c.environment_id, 'id', c.id, 'hash', encode(c.hash, 'hex')) as outside
    from outside_uses u join outside_contents c on c.environment_id = u.environment_id and c.id = u.content_id
    where body.packed is null and u.environment_id = e.environment_id and u.email_id = e.id and u.nth = -1 and ${inPartitions} limit 1
  ) as elsewhere on true`

export type WithOutside = { outside: OutsideContent | null }
