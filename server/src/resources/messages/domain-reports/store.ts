import { sql } from 'kysely'
import type { DmarcSource, DomainReport, TlsReport } from '#core/domain-report.ts'
import type { Db, Tx } from '#postgres/database.ts'

export type DomainKey = { organizationId: string; domainId: string }

/** Midnight UTC of that day. */
const dayOf = (time: Date): Date => new Date(Math.floor(time.getTime() / 86_400_000) * 86_400_000)

/** Locks the domains, so that reports about one domain are counted one at a time and the limits hold. */
export const lockVerifiedDomains = (tx: Tx, name: string): Promise<DomainKey[]> =>
  tx
    .selectFrom('domains')
    .select(['organization_id as organizationId', 'id as domainId'])
    .where('name', '=', name)
    .where('verified_at', 'is not', null)
    .orderBy('organization_id')
    .limit(10)
    .forNoKeyUpdate()
    .execute()

export async function countReportsSince(tx: Tx, key: DomainKey, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('domain_reports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', key.organizationId)
    .where('domain_id', '=', key.domainId)
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns false when the report is already stored. */
export async function insertReport(tx: Tx, key: DomainKey, report: DomainReport, receivedAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('domain_reports')
    .values({
      organization_id: key.organizationId,
      domain_id: key.domainId,
      kind: report.kind,
      reporter: report.reporter,
      report_id: report.reportId,
      begins_at: report.begins,
      ends_at: report.ends,
      total: String(totalOf(report)),
      received_at: receivedAt,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const totalOf = (report: DomainReport): number =>
  report.kind === 'dmarc'
    ? report.sources.reduce((sum, { messages }) => sum + messages, 0)
    : report.results.reduce((sum, { sessions }) => sum + sessions, 0)

export async function countSources(tx: Tx, key: DomainKey, time: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('domain_sources')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', key.organizationId)
    .where('domain_id', '=', key.domainId)
    .where('day', '=', dayOf(time))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function addSources(tx: Tx, key: DomainKey, time: Date, sources: readonly DmarcSource[]): Promise<void> {
  if (sources.length === 0) return
  await tx
    .insertInto('domain_sources')
    .values(
      sources.map(source => ({
        organization_id: key.organizationId,
        domain_id: key.domainId,
        day: dayOf(time),
        address: source.address,
        proven_domain: source.provenDomain,
        dkim: source.dkim,
        spf: source.spf,
        disposition: source.disposition,
        messages: String(source.messages),
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['organization_id', 'domain_id', 'day', 'address', 'proven_domain', 'dkim', 'spf', 'disposition'])
        .doUpdateSet({ messages: sql`domain_sources.messages + excluded.messages` }),
    )
    .execute()
}

export async function addTlsResults(tx: Tx, key: DomainKey, { begins, results }: TlsReport): Promise<void> {
  if (results.length === 0) return
  await tx
    .insertInto('domain_tls_results')
    .values(
      results.map(({ policy, result, sessions }) => ({
        organization_id: key.organizationId,
        domain_id: key.domainId,
        day: dayOf(begins),
        policy,
        result,
        sessions: String(sessions),
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['organization_id', 'domain_id', 'day', 'policy', 'result'])
        .doUpdateSet({ sessions: sql`domain_tls_results.sessions + excluded.sessions` }),
    )
    .execute()
}

/** Messages of one source for one authenticated domain; `passed` by DKIM or SPF, `stopped` by quarantine or rejection. */
export type Source = {
  address: string
  provenDomain: string
  messages: number
  dkim: number
  spf: number
  passed: number
  stopped: number
}

/** The sources that sent the most. */
export async function findSources(db: Db, key: DomainKey, since: Date, limit: number): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select address, proven_domain as "provenDomain", sum(messages)::float8 as messages,
      coalesce(sum(messages) filter (where dkim), 0)::float8 as dkim,
      coalesce(sum(messages) filter (where spf), 0)::float8 as spf,
      coalesce(sum(messages) filter (where dkim or spf), 0)::float8 as passed,
      coalesce(sum(messages) filter (where disposition <> 'none'), 0)::float8 as stopped
    from domain_sources
    where organization_id = ${key.organizationId} and domain_id = ${key.domainId} and day >= ${dayOf(since)}
    group by address, proven_domain
    order by sum(messages) desc, address, proven_domain
    limit ${limit}`.execute(db)
  return rows
}

export type TlsSum = { policy: string; result: string; sessions: number }

export async function findTlsResults(db: Db, key: DomainKey, since: Date): Promise<TlsSum[]> {
  const { rows } = await sql<TlsSum>`
    select policy, result, sum(sessions)::float8 as sessions
    from domain_tls_results
    where organization_id = ${key.organizationId} and domain_id = ${key.domainId} and day >= ${dayOf(since)}
    group by policy, result
    order by sum(sessions) desc, policy, result`.execute(db)
  return rows
}

export type Reporter = { kind: 'dmarc' | 'tls'; reporter: string; reports: number; total: number; lastAt: Date }

export async function findReporters(db: Db, key: DomainKey, since: Date, limit: number): Promise<Reporter[]> {
  const { rows } = await sql<Reporter>`
    select kind, reporter, count(*)::int as reports, sum(total)::float8 as total, max(received_at) as "lastAt"
    from domain_reports
    where organization_id = ${key.organizationId} and domain_id = ${key.domainId} and begins_at >= ${since}
    group by kind, reporter
    order by sum(total) desc, kind, reporter
    limit ${limit}`.execute(db)
  return rows
}

/** Covers all organizations: this is housekeeping, not a request. The next two do, too. */
export async function deleteOldReports(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from domain_reports where ctid = any(array(
      select ctid from domain_reports where received_at < ${before} limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function deleteOldSources(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from domain_sources where ctid = any(array(
      select ctid from domain_sources where day < ${dayOf(before)} limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function deleteOldTlsResults(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from domain_tls_results where ctid = any(array(
      select ctid from domain_tls_results where day < ${dayOf(before)} limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
