import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import type { Ownership } from './domain.ts'
import { withParents } from './name.ts'
import { remembered } from './remembered.ts'
import { findOwnership } from './store.ts'

export function ownershipReader(
  db: Db,
  nowMs: () => number,
): (organizationId: string, domain: string) => Promise<Ownership> {
  const find = gather<{ organizationId: string; names: readonly string[] }, Ownership>(wanted =>
    findOwnership(db, wanted),
  )
  return remembered(nowMs, (organizationId, domain) => find({ organizationId, names: withParents(domain) }))
}
