import { sql } from 'kysely'
import { asTable, texts } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { OwnNumber } from './number.ts'

const columns = ['number', 'organization_id as organizationId', 'created_at as createdAt'] as const

/** Returns the number as it is stored: the new one, or that of its previous owner. */
export const insertNumber = (tx: Tx, { number, organizationId, createdAt }: OwnNumber): Promise<OwnNumber> =>
  tx
    .insertInto('sms_numbers')
    .values({ number, organization_id: organizationId, created_at: createdAt })
    // Changes nothing, but locks and returns the existing row, so that it cannot be removed before we have looked at it.
    .onConflict(conflict => conflict.column('number').doUpdateSet({ number }))
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Of any owner: a number is unique across all organizations. */
export const deleteNumber = (tx: Tx, number: string): Promise<OwnNumber | undefined> =>
  tx.deleteFrom('sms_numbers').where('number', '=', number).returning(columns).executeTakeFirst()

export const findNumbers = (db: Db, organizationId: string | undefined): Promise<OwnNumber[]> =>
  db
    .selectFrom('sms_numbers')
    .select(columns)
    .$if(organizationId !== undefined, query => query.where('organization_id', '=', organizationId ?? ''))
    .orderBy('organization_id')
    .orderBy('number')
    .execute()

export type Owner = { organizationId: string; organizationName: string; environmentId: string }

/** When there is only one organization, it owns every number. */
export const findOwner = (db: Db, number: string): Promise<Owner | undefined> =>
  db
    .selectFrom('organizations')
    .innerJoin('environments', 'environments.organization_id', 'organizations.id')
    .select([
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'environments.id as environmentId',
    ])
    .where('environments.mode', '=', 'live')
    .where(({ or, eb, exists, not, selectFrom }) => {
      const owned = selectFrom('sms_numbers').select('organization_id').where('number', '=', number)
      const other = selectFrom('organizations as other')
        .select('other.id')
        .whereRef('other.id', '<>', 'organizations.id')
      return or([eb('organizations.id', 'in', owned), not(or([exists(owned), exists(other)]))])
    })
    .executeTakeFirst()

/** Looked up one by one, by the key. Numbers without an owner are left out. */
export async function findOwners(db: Db, numbers: readonly string[]): Promise<Omit<OwnNumber, 'createdAt'>[]> {
  const { rows } = await sql<Omit<OwnNumber, 'createdAt'>>`
    select asked.number, found.organization_id as "organizationId"
    from ${asTable({ number: texts(numbers) }, 'asked')}
    cross join lateral (
      select organization_id from sms_numbers where sms_numbers.number = asked.number limit 1
    ) as found`.execute(db)
  return rows
}
