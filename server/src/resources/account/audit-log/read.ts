import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import type { Db } from '#postgres/database.ts'
import type { Entry } from './entry.ts'
import { type EntryFilters, listEntries } from './store.ts'

/** All entries of the organization. A test key reads only those of its own environment, because it may have been given to others. */
export async function readAuditLog(db: Db, caller: Caller, page: PageRequest, filters: EntryFilters): Promise<Entry[]> {
  const { actorId, objectId } = filters
  if ([actorId, objectId].some(id => id !== undefined && !isId(id))) return []
  const readsAll = caller.mode === 'live' || 'person' in caller
  const { organizationId, environmentId } = caller
  return listEntries(db, { organizationId, environmentId: readsAll ? null : environmentId }, page, filters)
}

/** For the operator, who may read all entries. */
export const readLatest = (db: Db, organizationId: string, limit: number, filters: EntryFilters): Promise<Entry[]> =>
  listEntries(db, { organizationId, environmentId: null }, { limit: limit - 1, before: undefined }, filters)
