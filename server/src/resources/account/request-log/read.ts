import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import { type KeptRequest, listRequests, type RequestFilters } from './store.ts'

export async function readRequests(
  db: Db,
  { environmentId }: Caller,
  page: PageRequest,
  filters: RequestFilters,
): Promise<KeptRequest[]> {
  if (filters.keyId !== undefined && !isId(filters.keyId)) return []
  return listRequests(db, environmentId, page, filters)
}
