/** The contacts that a broadcast goes to, in the order of their ids. */
import type { BroadcastChannel } from '@posthorn/contract/broadcasts/requests'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'

export type Audience = {
  environmentId: string
  channel: BroadcastChannel
  topicId: string | null
  /** True for the contacts of a segment; null for everybody. */
  isMember: RawBuilder<unknown> | null
}

const subscribed = {
  email: sql<boolean>`contacts.email_subscribed`,
  sms: sql<boolean>`contacts.sms_subscribed`,
} as const
const addressed = {
  email: sql<boolean>`contacts.email is not null`,
  sms: sql<boolean>`contacts.phone_number is not null`,
} as const

const members = ({ isMember }: Audience) => (isMember ? sql`and ${isMember}` : sql``)

/** The members of a small topic are read directly, and not searched among all contacts. */
const fromTopic = ({ environmentId, topicId }: Audience) =>
  topicId === null
    ? sql`contacts where contacts.environment_id = ${environmentId}`
    : sql`topic_memberships m
        join contacts on contacts.environment_id = m.environment_id and contacts.id = m.contact_id
        where m.environment_id = ${environmentId} and m.topic_id = ${topicId}`

const idOf = ({ topicId }: Audience) => (topicId === null ? sql`contacts.id` : sql`m.contact_id`)

const isMeant = (audience: Audience) =>
  sql`${addressed[audience.channel]} and ${subscribed[audience.channel]} ${members(audience)}`

export type Range = { after: string | null; until: string; limit: number }

export async function findPage(db: Db, audience: Audience, { after, until, limit }: Range): Promise<Contact[]> {
  const id = idOf(audience)
  const { rows } = await sql<Contact>`
    select contacts.id, contacts.email, contacts.phone_number as "phoneNumber", contacts.first_name as "firstName",
      contacts.last_name as "lastName", contacts.email_subscribed as "emailSubscribed",
      contacts.sms_subscribed as "smsSubscribed", contacts.properties, contacts.created_at as "createdAt",
      contacts.updated_at as "updatedAt"
    from ${fromTopic(audience)}
      ${after === null ? sql`` : sql`and ${id} > ${after}`} and ${id} <= ${until} and ${isMeant(audience)}
    order by ${id} limit ${limit}`.execute(db)
  return rows
}

/** Those of these contacts that still exist. */
export async function findPresent(db: Db, environmentId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from contacts where environment_id = ${environmentId} and id = any (${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The newest contact; null when there is none. */
export async function findLastContact(db: Db, environmentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('environment_id', '=', environmentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function countAudience(db: Db, audience: Audience): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${fromTopic(audience)} and ${isMeant(audience)}`.execute(db)
  return rows[0]?.count ?? 0
}

export type AudienceCounts = { meant: number; unsubscribed: number; suppressed: number; noAddress: number }

/**
 * Of the contacts of the segment, or of all, how many would get it, and why the others would not. With a topic, contacts without a
 * subscription to it count as unsubscribed.
 */
export async function countReachable(db: Db, audience: Audience): Promise<AudienceCounts> {
  const { environmentId, channel, topicId } = audience
  const isSubscribed = sql`(${subscribed[channel]} ${
    topicId === null
      ? sql``
      : sql`and exists (select from topic_memberships m where m.environment_id = contacts.environment_id
          and m.contact_id = contacts.id and m.topic_id = ${topicId})`
  })`
  const isSuppressed =
    channel === 'email'
      ? sql`exists (select from suppressions s where s.environment_id = contacts.environment_id
          and lower(s.email collate "C") = lower(contacts.email collate "C"))`
      : sql`false`
  const { rows } = await sql<AudienceCounts>`
    select count(*) filter (where addressed and subscribed and not suppressed)::integer as meant,
      count(*) filter (where addressed and not subscribed)::integer as unsubscribed,
      count(*) filter (where addressed and subscribed and suppressed)::integer as suppressed,
      count(*) filter (where not addressed)::integer as "noAddress"
    from (
      select ${addressed[channel]} as addressed, ${isSubscribed} as subscribed, ${isSuppressed} as suppressed
      from contacts where contacts.environment_id = ${environmentId} ${members(audience)}
    ) as all_contacts`.execute(db)
  return rows[0] ?? { meant: 0, unsubscribed: 0, suppressed: 0, noAddress: 0 }
}
