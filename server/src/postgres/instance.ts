import { addressHasher, type HashAddress } from '#core/addresses/erased-address.ts'
import type { Db } from './database.ts'

/** The secret of this installation, shared by all its processes. */
export async function readInstanceSecret(db: Db): Promise<Buffer> {
  const row = await db.selectFrom('instance').select('secret').executeTakeFirstOrThrow()
  return row.secret
}

/** Hashes addresses that are not stored themselves. */
export const readAddressHasher = async (db: Db): Promise<HashAddress> => addressHasher(await readInstanceSecret(db))
