/** Contacts of a segment, searched from the newest; `matches` is a condition on a table named `contacts`. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import type { Contact } from './contact.ts'

type Window = {
  environmentId: string
  /** Starts after this id: towards older contacts, or with `up` towards newer ones. */
  from: string | undefined
  up: boolean
  /** How many contacts to scan; all if undefined. */
  rows: number | undefined
  matches: RawBuilder<unknown>
  limit: number
}

/** The first matches in the window, and the id of the window's last contact: undefined when there are no more contacts behind it. */
export async function findInWindow(
  db: Db,
  { environmentId, from, up, rows: size, matches, limit }: Window,
): Promise<{ found: Contact[]; endsAt: string | undefined }> {
  const order = up ? sql`asc` : sql`desc`
  const beyond = from === undefined ? sql`` : up ? sql`and id > ${from}` : sql`and id < ${from}`
  const window = sql`select * from contacts where environment_id = ${environmentId} ${beyond}`
  const { rows } = await sql<Contact & { endsAt: string | null }>`
    select ends.id as "endsAt", found.*
    from (select ${
      size === undefined
        ? sql`null::uuid`
        : sql`(select id from contacts where environment_id = ${environmentId} ${beyond}
            order by id ${order} offset ${size - 1} limit 1)`
    } as id) as ends
    left join lateral (
      select id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName",
        email_subscribed as "emailSubscribed", sms_subscribed as "smsSubscribed", properties, created_at as "createdAt",
        updated_at as "updatedAt"
      from (${size === undefined ? window : sql`${window} order by id ${order} limit ${size}`}) as contacts
      where ${matches}
      order by id ${order} ${size === undefined ? sql`offset 0` : sql`limit ${limit}`}
    ) as found on true
    order by found.id ${order} nulls last limit ${limit}`.execute(db)
  return {
    found: rows.flatMap(({ endsAt: _, ...one }) => (one.id === null ? [] : [one])),
    endsAt: rows[0]?.endsAt ?? undefined,
  }
}

export async function countMembers(db: Db, environmentId: string, matches: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contacts
    where environment_id = ${environmentId} and ${matches}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Samples the same blocks each time, so that repeated requests return the same estimate. */
export async function estimateMembers(
  db: Db,
  environmentId: string,
  matches: RawBuilder<unknown>,
  blocks: number,
): Promise<number> {
  const { rows } = await sql<{ percent: number }>`
    select least(100, 100.0 * ${blocks} / greatest(1, pg_relation_size('contacts') / 8192))::float8 as percent`.execute(
    db,
  )
  const percent = rows[0]?.percent ?? 100
  const { rows: sampled } = await sql<{ count: number }>`
    select count(*)::integer as count from contacts tablesample system (${percent}::real) repeatable (1)
    where environment_id = ${environmentId} and ${matches}`.execute(db)
  return Math.round(((sampled[0]?.count ?? 0) * 100) / percent)
}
