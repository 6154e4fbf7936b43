import type { Caller } from '#core/caller.ts'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import { findSuppressions, listSuppressions, type SuppressionFilters } from './store.ts'
import { type SuppressedAddress, type Suppression, suppressionKey } from './suppression.ts'

/** Which of these addresses must not be written to, as `suppressionKey` names them. */
export async function findSuppressed(db: Db, wanted: readonly SuppressedAddress[]): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set()
  const found = await findSuppressions(db, wanted)
  return new Set(found.map(({ environmentId, email }) => suppressionKey(environmentId, email)))
}

export const readSuppressions = (
  db: Db,
  { environmentId }: Caller,
  page: PageRequest,
  filters: SuppressionFilters,
): Promise<Suppression[]> => listSuppressions(db, environmentId, page, filters)
