import { DoesNotOpen } from '#core/seal.ts'
import type { Db } from '#postgres/database.ts'
import type { KeySafe } from './key-safe.ts'
import { findSealedKeys } from './store.ts'

/** One encryption key seals all of them, so a sample is enough; there may be very many. */
const maxTried = 1_000

/** Verified domains whose keys were sealed with another encryption key: their email waits. */
export async function lockedDomains(db: Db, safe: KeySafe): Promise<string[]> {
  const opens = (one: Parameters<KeySafe['open']>[0] & Parameters<KeySafe['open']>[1]): boolean => {
    try {
      safe.open(one, one)
      return true
    } catch (cause) {
      if (cause instanceof DoesNotOpen) return false
      throw cause
    }
  }
  return (await findSealedKeys(db, maxTried)).filter(one => !opens(one)).map(({ name }) => name)
}
