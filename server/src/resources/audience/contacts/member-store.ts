/** Contacts of a segment. They are looked for among the newest first; `matches` is a condition on a table `contacts`. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import type { Contact } from './contact.ts'

type Window = {
  environmentId: string
  before: string | undefined
  /** So many contacts are looked at; all, unless given. */
  rows: number | undefined
  matches: RawBuilder<unknown>
  limit: number
}

const older = (before: string | undefined) => (before === undefined ? sql`` : sql`and id < ${before}`)

/** The newest of those that match in the window, and the id of its last contact: undefined when there are no more behind it. */
export async function findInWindow(
  db: Db,
  { environmentId, before, rows: size, matches, limit }: Window,
): Promise<{ found: Contact[]; endsAt: string | undefined }> {
  const window = sql`select * from contacts where environment_id = ${environmentId} ${older(before)}`
  const { rows } = await sql<Contact & { endsAt: string | null }>`
    select ends.id as "endsAt", found.*
    from (select ${
      size === undefined
        ? sql`null::uuid`
        : sql`(select id from contacts where environment_id = ${environmentId} ${older(before)}
            order by id desc offset ${size - 1} limit 1)`
    } as id) as ends
    left join lateral (
      select id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName",
        email_subscribed as "emailSubscribed", sms_subscribed as "smsSubscribed", properties, created_at as "createdAt",
        updated_at as "updatedAt"
      from (${size === undefined ? window : sql`${window} order by id desc limit ${size}`}) as contacts
      where ${matches}
      order by id desc ${size === undefined ? sql`offset 0` : sql`limit ${limit}`}
    ) as found on true
    order by found.id desc nulls last limit ${limit}`.execute(db)
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

/** From the same blocks each time: whoever asks again sees the same figure. */
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
