import type { Database } from '#postgres/database.ts'
import type { KeySafe } from './key-safe.ts'
import { publicKeysOf } from './keys.ts'
import { lockPlainKeys, replacePlainKeys } from './store.ts'

/** Seals the keys of domains that were added by a version that did not seal them; returns the number of domains. */
export async function sealPlainKeys(database: Database, safe: KeySafe): Promise<number> {
  for (let sealed = 0; ; ) {
    const count = await database.transaction(async tx => {
      const plain = await lockPlainKeys(tx)
      for (const row of plain)
        await replacePlainKeys(tx, { ...row, publicKeys: publicKeysOf(row), ...safe.seal(row, row) })
      return plain.length
    })
    if (count === 0) return sealed
    sealed += count
  }
}
