import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
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

export async function readRequest(db: Db, { environmentId }: Caller, id: string): Promise<KeptRequest> {
  const [found] = isId(id) ? await listRequests(db, environmentId, { limit: 1, before: undefined }, { id }) : []
  if (!found) throw notFound('request')
  return found
}
