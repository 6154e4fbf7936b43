/** Suppressions of erased people, stored by hash. */
import type { SuppressionReason } from '@posthorn/contract/audience/suppressions'
import { sql } from 'kysely'
import type { PageRequest } from '#core/page.ts'
import { asTable, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'
import { isListed, type SuppressionFilters } from './store.ts'
import type { Suppression } from './suppression.ts'

/** `hash` is hexadecimal. */
export type Hashed = { environmentId: string; hash: string }
export type ErasedSuppression = Suppression & { hash: string }

const columns = [
  'environment_id as environmentId',
  'id',
  sql<null>`null`.as('email'),
  // The table has a check constraint.
  sql<SuppressionReason>`reason`.as('reason'),
  'email_id as emailId',
  'created_at as createdAt',
] as const

/** The installation's secret, or undefined when none of these environments has an erased suppression. */
export async function hasErased(db: Db, environmentIds: readonly string[]): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secret: Buffer }>`
    select secret from instance
    where exists (select from erased_suppressions where environment_id = any (${environmentIds}::uuid[]))`.execute(db)
  return rows[0]?.secret
}

/** One index lookup each. */
export async function findErased(db: Db, wanted: readonly Hashed[]): Promise<ErasedSuppression[]> {
  const { rows } = await plannedOnce<ErasedSuppression>`
    select found.environment_id as "environmentId", wanted.hash, found.id, null as email, found.reason,
      found.email_id as "emailId", found.created_at as "createdAt"
    from ${asTable(
      {
        environment_id: uuids(wanted.map(one => one.environmentId)),
        hash: texts(wanted.map(one => one.hash)),
      },
      'wanted',
    )}
    cross join lateral (
      select * from erased_suppressions e
      where e.environment_id = wanted.environment_id and e.hash = decode(wanted.hash, 'hex') limit 1
    ) as found`.execute(db)
  return rows
}

/** `ids`: only these. */
export const listErased = (
  db: Db,
  environmentId: string,
  page: PageRequest,
  { ids, ...filters }: SuppressionFilters & { ids: readonly string[] | undefined },
): Promise<Suppression[]> =>
  db
    .selectFrom('erased_suppressions')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .$if(ids !== undefined, query => query.where(sql<boolean>`id = any (${ids ?? []}::uuid[])`))
    .where(isListed(page, filters))
    .orderBy('id', page.after === undefined ? 'desc' : 'asc')
    .limit(page.limit + 1)
    .execute()

export const findErasedById = (db: Db, environmentId: string, id: string): Promise<Suppression | undefined> =>
  db
    .selectFrom('erased_suppressions')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Keeps the first entry of an address. */
export async function insertErased(tx: Tx, { environmentId, hash, ...one }: ErasedSuppression): Promise<void> {
  await tx
    .insertInto('erased_suppressions')
    .values({
      ...{ environment_id: environmentId, hash: Buffer.from(hash, 'hex'), id: one.id, reason: one.reason },
      ...{ email_id: one.emailId, created_at: one.createdAt },
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const deleteErased = (tx: Tx, environmentId: string, id: string): Promise<Suppression | undefined> =>
  tx
    .deleteFrom('erased_suppressions')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
