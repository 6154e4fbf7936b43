import { type SqlBool, sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { asTable, asTableOfAnyLength, bytes, integers, moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import type { Entry } from './entry.ts'

/** `subject` is the address hash in hexadecimal. */
export type Subject = { environmentId: string; subject: string }

export type Head = Subject & Pick<Entry, 'nth' | 'id' | 'hash'>

const octets = (hex: string): Buffer => Buffer.from(hex, 'hex')
const octetsOrNull = (hex: string | null): Buffer | null => (hex === null ? null : octets(hex))

const maxInteger = 2 ** 31 - 1

/**
 * The last entry of each existing chain: the last entry at or before the chain's highest possible position, if it belongs to the chain. With an
 * equality condition, PostgreSQL may pick another index than that of chains as long as it has no statistics for the table.
 */
export async function findHeads(db: Db, subjects: readonly Subject[]): Promise<Head[]> {
  const { rows } = await plannedOnce<Head>`
    select wanted.environment_id as "environmentId", wanted.subject, head.nth, head.id, encode(head.hash, 'hex') as hash
    from ${asTableOfAnyLength(
      {
        environment_id: uuids(subjects.map(one => one.environmentId)),
        subject: texts(subjects.map(one => one.subject)),
      },
      'wanted',
    )}
    cross join lateral (
      select * from consent_entries e
      where (e.environment_id, e.subject, e.nth) <= (wanted.environment_id, decode(wanted.subject, 'hex'), ${maxInteger}::integer)
      order by e.environment_id desc, e.subject desc, e.nth desc limit 1
    ) as head
    where head.environment_id = wanted.environment_id and head.subject = decode(wanted.subject, 'hex')`.execute(db)
  return rows
}

/** Inserts the entries whose position is free and returns their ids. Waits for a transaction that is taking the same position. */
export async function insertEntries(tx: Tx, entries: readonly Entry[]): Promise<Set<string>> {
  const all = <T>(pick: (entry: Entry) => T) => entries.map(pick)
  const { rows } = await plannedOnce<{ id: string }>`
    insert into consent_entries (environment_id, subject, nth, id, channel, scope, topic_id, action, method, source_id, wording,
      ip_hash, ip, ip_salt, created_at, previous_hash, hash)
    select * from ${asTable({
      environment_id: uuids(all(one => one.environmentId)),
      subject: bytes(all(one => octets(one.subject))),
      nth: integers(all(one => one.nth)),
      id: uuids(all(one => one.id)),
      channel: texts(all(one => one.channel)),
      scope: texts(all(one => one.scope)),
      topic_id: uuids(all(one => one.topicId)),
      action: texts(all(one => one.action)),
      method: texts(all(one => one.method)),
      source_id: uuids(all(one => one.sourceId)),
      wording: texts(all(one => one.wording)),
      ip_hash: bytes(all(one => octetsOrNull(one.ipHash))),
      ip: texts(all(one => one.ip)),
      ip_salt: bytes(all(one => octetsOrNull(one.ipSalt))),
      created_at: moments(all(one => one.createdAt.toISOString())),
      previous_hash: bytes(all(one => octetsOrNull(one.previousHash))),
      hash: bytes(all(one => octets(one.hash))),
    })}
    on conflict (environment_id, subject, nth) do nothing
    returning id`.execute(tx)
  return new Set(rows.map(row => row.id))
}

const columns = sql`e.environment_id as "environmentId", encode(e.subject, 'hex') as subject, e.nth, e.id, e.channel, e.scope,
  e.topic_id as "topicId", e.action, e.method, e.source_id as "sourceId", e.wording, encode(e.ip_hash, 'hex') as "ipHash", e.ip,
  encode(e.ip_salt, 'hex') as "ipSalt", e.created_at as "createdAt", encode(e.previous_hash, 'hex') as "previousHash",
  encode(e.hash, 'hex') as hash`

/** Entries of all these chains together, newest first. */
export async function listEntries(
  db: Db,
  environmentId: string,
  subjects: readonly string[],
  { limit, before }: PageRequest,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${columns} from consent_entries e
    where e.environment_id = ${environmentId} and e.subject in (${sql.join(subjects.map(octets))})
      ${before === undefined ? sql`` : sql`and e.id < ${before}`}
    order by e.id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** Sorted by chain, to page through a whole environment. */
export async function listChains(
  db: Db,
  environmentId: string,
  { after, limit }: { after: Pick<Entry, 'subject' | 'nth'> | undefined; limit: number },
): Promise<Entry[]> {
  const conditions = [
    sql<SqlBool>`e.environment_id = ${environmentId}`,
    ...(after ? [sql<SqlBool>`(e.subject, e.nth) > (${octets(after.subject)}, ${after.nth})`] : []),
  ]
  const { rows } = await sql<Entry>`
    select ${columns} from consent_entries e where ${sql.join(conditions, sql` and `)}
    order by e.subject, e.nth limit ${limit}`.execute(db)
  return rows
}

export type Asked = Subject & { topicId: string | null }

/** The last entry for the channel, for the suppression list and, if a topic is given, for the topic. */
export async function findStanding(db: Db, asked: readonly Asked[]): Promise<(Entry & { place: string })[]> {
  const { rows } = await sql<Entry & { place: string }>`
    select wanted.place, ${columns}
    from unnest(${asked.map(one => one.environmentId)}::uuid[], ${asked.map(one => one.subject)}::text[],
      ${asked.map(one => one.topicId)}::uuid[]) with ordinality as wanted (environment_id, subject, topic_id, place)
    cross join lateral (
      select distinct on (scope) entries.* from consent_entries as entries
      where entries.environment_id = wanted.environment_id and entries.subject = decode(wanted.subject, 'hex')
        and (entries.topic_id is null or entries.topic_id = wanted.topic_id)
      order by scope, nth desc
    ) as e`.execute(db)
  return rows
}

/** The hash of the IP address stays, so the chain still verifies. */
export async function forgetIps(tx: Tx, { environmentId, subject }: Subject): Promise<void> {
  await tx
    .updateTable('consent_entries')
    .set({ ip: null, ip_salt: null })
    .where('environment_id', '=', environmentId)
    .where('subject', '=', octets(subject))
    .where('ip', 'is not', null)
    .execute()
}
