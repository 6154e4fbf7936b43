import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import type { DomainState } from './domain.ts'
import { cachedByDomain } from './domain-cache.ts'
import { withParents } from './name.ts'
import { findStandings } from './store.ts'

export function domainStateReader(
  db: Db,
  nowMs: () => number,
): (organizationId: string, domain: string) => Promise<DomainState> {
  const find = gather<{ organizationId: string; names: readonly string[] }, DomainState>(wanted =>
    findStandings(db, wanted),
  )
  return cachedByDomain(nowMs, (organizationId, domain) => find({ organizationId, names: withParents(domain) }))
}
