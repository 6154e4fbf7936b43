/** Checks verified domains again every day, so that failures are reported before mail is refused. */
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { limitedLookUp } from './checks/limited-look-up.ts'
import { deciding, findRecords } from './dns/findings.ts'
import type { LookUp } from './dns/look-up.ts'
import { type DnsRecord, dnsRecords, isKeyPurpose } from './dns/records.ts'
import type { DomainWithKeys } from './domain.ts'
import { findDomainsToCheck } from './store.ts'
import { noteFindings } from './verify.ts'

/**
 * `hostname` is the name of this server in the records; null when none is set. Then the return path is not checked, since the
 * machine of this worker may have another name than the one in the records.
 */
export type WatchParts = { database: Database; clock: Clock; lookUp: LookUp; hostname: string | null }

const atOnce = 10
/** When DNS never answers, a round ends before the next one is due; the domains that are left come first in the next. */
const maxPerRound = 500
const limits = { questions: 20, timeMs: 10_000 }

/** Returns the number of domains checked. */
export async function watchDomains(parts: WatchParts, signal: AbortSignal): Promise<number> {
  let seen = 0
  while (seen < maxPerRound && !signal.aborted) {
    const page = await findDomainsToCheck(parts.database.db, parts.clock(), atOnce)
    await Promise.all(page.map(domain => watch(parts, domain)))
    seen += page.length
    if (page.length < atOnce) break
  }
  return seen
}

async function watch({ database, clock, lookUp, hostname }: WatchParts, domain: DomainWithKeys): Promise<void> {
  const isWatched = ({ purpose }: DnsRecord) =>
    isKeyPurpose(purpose) || (hostname !== null && deciding.returnPath.includes(purpose))
  const records = dnsRecords({ ...domain, hostname: hostname ?? '' }).filter(isWatched)
  const findings = await findRecords(limitedLookUp(lookUp, limits), records)
  await database.transaction(tx => noteFindings(tx, clock(), domain, findings, 'when_confirmed'))
}
