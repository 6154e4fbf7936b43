import type { Db } from './database.ts'

/** The secret of this installation, the same for all of its processes. */
export async function readInstanceSecret(db: Db): Promise<Buffer> {
  const row = await db.selectFrom('instance').select('secret').executeTakeFirstOrThrow()
  return row.secret
}
