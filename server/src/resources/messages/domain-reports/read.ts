/** Sums up what the recent reports say about a domain. */
import type { Db } from '#postgres/database.ts'
import { type DomainRequest, readDomain } from '#resources/messages/domains/read.ts'
import { findReporters, findSources, findTlsResults, type Reporter, type Source, type TlsSum } from './store.ts'

export type DomainReports = { name: string; sources: Source[]; tls: TlsSum[]; reporters: Reporter[] }

const maxLines = 50

export async function readDomainReports(db: Db, asked: DomainRequest, since: Date): Promise<DomainReports> {
  const { organizationId, id, name } = await readDomain(db, asked)
  const key = { organizationId, domainId: id }
  return {
    name,
    sources: await findSources(db, key, since, maxLines),
    tls: await findTlsResults(db, key, since),
    reporters: await findReporters(db, key, since, maxLines),
  }
}
