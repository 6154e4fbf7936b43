/** The hashes that remain of the opt-outs of erased people. */
import { sql } from 'kysely'
import { asTable, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'

/** The hash in hexadecimal digits. */
export type HashedNumber = { environmentId: string; hash: string }

/** Those of the given hashes that are stored. */
export async function findErased(db: Db, wanted: readonly HashedNumber[]): Promise<HashedNumber[]> {
  const { rows } = await sql<HashedNumber>`
    select wanted.environment_id as "environmentId", wanted.hash
    from ${asTable(
      {
        environment_id: uuids(wanted.map(one => one.environmentId)),
        hash: texts(wanted.map(one => one.hash)),
      },
      'wanted',
    )}
    cross join lateral (
      select from erased_opt_outs e
      where e.environment_id = wanted.environment_id and e.hash = decode(wanted.hash, 'hex') limit 1
    ) as found`.execute(db)
  return rows
}

export async function insertErased(tx: Tx, { environmentId, hash, at }: HashedNumber & { at: Date }): Promise<void> {
  await tx
    .insertInto('erased_opt_outs')
    .values({ environment_id: environmentId, hash: Buffer.from(hash, 'hex'), created_at: at })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function deleteErased(tx: Tx, { environmentId, hash }: HashedNumber): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('erased_opt_outs')
    .where('environment_id', '=', environmentId)
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
