/** What is left of the opt-outs of erased people. */
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

export type HashedNumber = { environmentId: string; hash: Buffer }

/** Those of these that are there. */
export async function findErased(db: Db, wanted: readonly HashedNumber[]): Promise<HashedNumber[]> {
  const { rows } = await sql<HashedNumber>`
    select wanted.environment_id as "environmentId", wanted.hash
    from unnest(${wanted.map(one => one.environmentId)}::uuid[], ${wanted.map(one => one.hash)}::bytea[])
      as wanted (environment_id, hash)
    cross join lateral (
      select from erased_opt_outs e where e.environment_id = wanted.environment_id and e.hash = wanted.hash limit 1
    ) as found`.execute(db)
  return rows
}

export async function insertErased(tx: Tx, { environmentId, hash, at }: HashedNumber & { at: Date }): Promise<void> {
  await tx
    .insertInto('erased_opt_outs')
    .values({ environment_id: environmentId, hash, created_at: at })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function deleteErased(tx: Tx, { environmentId, hash }: HashedNumber): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('erased_opt_outs')
    .where('environment_id', '=', environmentId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
