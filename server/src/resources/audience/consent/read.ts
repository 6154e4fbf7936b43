import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import type { Entry } from './entry.ts'
import { listEntries } from './store.ts'

export type WhoseConsent = { environmentId: string; email: string | null; phoneNumber: string | null }

/** Entries of an address and a number, newest first, whether or not a contact has them. */
export async function readConsent(
  db: Db,
  { environmentId, email, phoneNumber }: WhoseConsent,
  page: PageRequest,
): Promise<Entry[]> {
  const addresses = [email, phoneNumber].filter(one => one !== null)
  if (addresses.length === 0) return []
  const hashAddress = await readAddressHasher(db)
  const subjects = addresses.map(address => hashAddress({ environmentId, address }))
  return listEntries(db, environmentId, subjects, page)
}
