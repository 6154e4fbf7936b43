import type { SuppressionReason } from '@posthorn/contract/audience/suppressions'
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { arrayLiteral } from '#postgres/arrays/array-literal.ts'
import { asTable, moments, texts, uuids } from '#postgres/arrays/as-table.ts'
import { allOf, createdWithin } from '#postgres/conditions.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { type SuppressedAddress, type Suppression, suppressionKey } from './suppression.ts'

export type NewSuppression = Suppression & { email: string }

const columns = [
  'environment_id as environmentId',
  'id',
  'email',
  // The table has a check constraint.
  sql<SuppressionReason>`reason`.as('reason'),
  'email_id as emailId',
  'created_at as createdAt',
] as const

const lowerEmail = sql<string>`lower(email collate "C")`

/** The person's own wishes, the stronger last. */
const wishes: SuppressionReason[] = ['unsubscribe', 'complaint']
const strengthOf = (reason: string) => sql`coalesce(array_position(${wishes}::text[], ${sql.ref(reason)}), 0)`

export type WrittenSuppressions = {
  /** The ids of new entries. */
  created: Set<string>
  /** The keys of entries that have a stronger reason now. */
  raised: Set<string>
}

/**
 * Inserts the suppressions whose address is not on the list yet. An entry that is there keeps its id; a wish of the person replaces a weaker reason,
 * so that clearing bounces does not resume email to somebody who complained. Each address must be given once.
 */
export async function writeSuppressions(tx: Tx, suppressions: readonly NewSuppression[]): Promise<WrittenSuppressions> {
  const { rows } = await sql<SuppressedAddress & { id: string; isNew: boolean }>`
    insert into suppressions (environment_id, id, email, reason, email_id, created_at)
    select environment_id, id, email, reason, email_id, created_at
    from ${asTable({
      environment_id: uuids(suppressions.map(one => one.environmentId)),
      id: uuids(suppressions.map(one => one.id)),
      email: texts(suppressions.map(one => one.email)),
      reason: texts(suppressions.map(one => one.reason)),
      email_id: uuids(suppressions.map(one => one.emailId)),
      created_at: moments(suppressions.map(one => one.createdAt.toISOString())),
    })}
    on conflict (environment_id, lower(email collate "C"))
    do update set reason = excluded.reason, email_id = excluded.email_id
    where ${strengthOf('excluded.reason')} > ${strengthOf('suppressions.reason')}
    returning environment_id as "environmentId", email, id, xmax = 0 as "isNew"`.execute(tx)
  return {
    created: new Set(rows.filter(row => row.isNew).map(row => row.id)),
    raised: new Set(rows.filter(row => !row.isNew).map(row => suppressionKey(row.environmentId, row.email))),
  }
}

/** Of several reasons for one address, the stronger counts, else the first. */
export const strongerOf = <One extends Pick<Suppression, 'reason'>>(one: One, other: One): One =>
  strength(other) > strength(one) ? other : one

const strength = ({ reason }: Pick<Suppression, 'reason'>): number => wishes.indexOf(reason)

/** `key` identifies the requested address. */
export type FoundSuppression = { key: string; suppression: Suppression }

export type FoundByAddress = {
  found: FoundSuppression[]
  /** The installation's secret if one of these environments has erased people: then the hashes must be searched too. */
  secret: Buffer | null
}

type AddressRow = (Suppression & { email: string; secret: null }) | { secret: Buffer }

/**
 * `limit 1` keeps it to one index lookup per address (64 in 0.3 ms): with thousands, a join would read the whole table. The check for erased people
 * is one more lookup per environment in the same statement, so that sending needs no second round trip.
 */
export async function findByAddress(db: Db, wanted: readonly SuppressedAddress[]): Promise<FoundByAddress> {
  const { rows } = await plannedOnce<AddressRow>`
    select found.environment_id as "environmentId", found.id, found.email, found.reason, found.email_id as "emailId",
      found.created_at as "createdAt", null::bytea as secret
    from ${asTable(
      {
        environment_id: uuids(wanted.map(one => one.environmentId)),
        email: texts(wanted.map(one => one.email.toLowerCase())),
      },
      'wanted',
    )}
    cross join lateral (
      select s.environment_id, s.id, s.email, s.reason, s.email_id, s.created_at from suppressions s
      where s.environment_id = wanted.environment_id and lower(s.email collate "C") = wanted.email
      limit 1
    ) as found
    union all
    select null, null, null, null, null, null, secret from instance
    where exists (
      select from erased_suppressions
      where environment_id = any (${arrayLiteral([...new Set(wanted.map(one => one.environmentId))])}::uuid[])
    )`.execute(db)
  const found = rows.flatMap(row => {
    if (row.secret !== null) return []
    const { secret, ...suppression } = row
    return [{ key: suppressionKey(suppression.environmentId, suppression.email), suppression }]
  })
  return { found, secret: rows.find(row => row.secret !== null)?.secret ?? null }
}

/** Times as the caller wrote them: PostgreSQL parses finer fractions of a second than a Date holds. */
export type SuppressionFilters = {
  email?: string | undefined
  reason?: SuppressionReason | undefined
  createdAfter?: string | undefined
  createdBefore?: string | undefined
}

/** For both tables: in the page, and matching the filters except the address. */
export const isListed = ({ before, after }: PageRequest, { reason, ...created }: SuppressionFilters) =>
  allOf([
    sql`true`,
    before !== undefined && sql`id < ${before}`,
    after !== undefined && sql`id > ${after}`,
    reason !== undefined && sql`reason = ${reason}`,
    ...createdWithin(created),
  ])

export const listSuppressions = (
  db: Db,
  environmentId: string,
  page: PageRequest,
  filters: SuppressionFilters,
): Promise<Suppression[]> =>
  db
    .selectFrom('suppressions')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where(isListed(page, filters))
    .$if(filters.email !== undefined, query => query.where(lowerEmail, '=', (filters.email ?? '').toLowerCase()))
    .orderBy('id', page.after === undefined ? 'desc' : 'asc')
    .limit(page.limit + 1)
    .execute()

export const findById = (db: Db, environmentId: string, id: string): Promise<Suppression | undefined> =>
  db
    .selectFrom('suppressions')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()

export const deleteById = (tx: Tx, environmentId: string, id: string): Promise<Suppression | undefined> =>
  tx
    .deleteFrom('suppressions')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

export const deleteByEmail = (tx: Tx, environmentId: string, email: string): Promise<Suppression | undefined> =>
  tx
    .deleteFrom('suppressions')
    .where('environment_id', '=', environmentId)
    .where(lowerEmail, '=', email.toLowerCase())
    .returning(columns)
    .executeTakeFirst()
