import { addressHasher, type HashAddress } from '#core/addresses/erased-address.ts'
import type { Db } from './database.ts'

/** The secret of this installation, the same for all of its processes. */
export async function readInstanceSecret(db: Db): Promise<Buffer> {
  const row = await db.selectFrom('instance').select('secret').executeTakeFirstOrThrow()
  return row.secret
}

/** What addresses that are not kept themselves are known by. */
export const readAddressHasher = async (db: Db): Promise<HashAddress> => addressHasher(await readInstanceSecret(db))
