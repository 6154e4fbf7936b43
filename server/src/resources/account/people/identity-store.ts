import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

export type AtProvider = { issuer: string; subject: string }

export const findByIdentity = (db: Db, { issuer, subject }: AtProvider) =>
  db
    .selectFrom('credentials')
    .select('person_id as id')
    .where('provider_id', '=', issuer)
    .where('account_id', '=', subject)
    .executeTakeFirst()

/** Locked, so that two connections at once are made one after the other. */
export const lockByEmail = (tx: Tx, email: string, issuer: string) =>
  tx
    .selectFrom('people')
    .select(['id', 'email_verified as isProven'])
    .select(
      sql<boolean>`exists (select from credentials where person_id = people.id and provider_id = ${issuer})`.as(
        'isConnected',
      ),
    )
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()

export async function insertIdentity(
  tx: Tx,
  { id, personId, issuer, subject, at }: AtProvider & { id: string; personId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({ id, person_id: personId, provider_id: issuer, account_id: subject, created_at: at, updated_at: at })
    .execute()
}

/** False when the address already has an account. */
export async function insertPersonWithoutPassword(
  tx: Tx,
  { id, name, email, at }: { id: string; name: string; email: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('people')
    .values({ id, name, email, email_verified: true, created_at: at, updated_at: at })
    .onConflict(conflict => conflict.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** better-auth's name for a password. */
export const passwordProvider = 'credential'

export const listProviders = async (db: Db, personId: string): Promise<string[]> => {
  const rows = await db.selectFrom('credentials').select('provider_id').where('person_id', '=', personId).execute()
  return rows.map(row => row.provider_id)
}
