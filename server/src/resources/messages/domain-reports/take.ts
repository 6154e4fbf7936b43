/**
 * Adds a report about a sender domain to the figures of its day, once. Anybody can send a report and claim anything, so the
 * reports and sources per day are limited, and reports about another domain or another time are ignored.
 */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { type DomainReport, foldSources } from '#core/domain-report.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { keptDays } from './expire.ts'
import {
  addSources,
  addTlsResults,
  countReportsSince,
  countSources,
  type DomainKey,
  insertReport,
  lockVerifiedDomains,
} from './store.ts'

type ReportTaken = 'taken' | 'known' | 'not about it' | 'of another time' | 'too many'

/** Resolves after the commit. `domain` is the domain whose mailbox received the report. */
export type TakeDomainReport = (domain: string, report: DomainReport) => Promise<ReportTaken>

const dayMs = 86_400_000
/** Some 100 receivers send reports to anybody: most one a day, a few one an hour. */
const maxReportsADay = 1_000
/** Rows for one domain and day, over all reports. */
const maxSourcesADay = 2_000

type Parts = { database: Database; clock: Clock; log: Logger }

export const domainReportTaker =
  ({ database, clock, log }: Parts): TakeDomainReport =>
  async (domain, report) => {
    const outcome = await database.transaction(tx => take(tx, domain, report, clock()))
    log.info({ domain, kind: report.kind, reporter: report.reporter, outcome }, 'domain report received')
    return outcome
  }

async function take(tx: Tx, domain: string, report: DomainReport, now: Date): Promise<ReportTaken> {
  if (report.domain !== domain && !report.domain.endsWith(`.${domain}`)) return 'not about it'
  if (!isOfLate(report, now)) return 'of another time'
  const outcomes: ReportTaken[] = []
  // When two organizations have verified the same name, both own it.
  for (const key of await lockVerifiedDomains(tx, domain)) outcomes.push(await takeFor(tx, key, report, now))
  return outcomes[0] ?? 'not about it'
}

function isOfLate({ begins, ends }: DomainReport, now: Date): boolean {
  const [age, length] = [now.getTime() - begins.getTime(), ends.getTime() - begins.getTime()]
  return age > -dayMs && age < keptDays * dayMs && length >= 0 && length <= 8 * dayMs
}

async function takeFor(tx: Tx, key: DomainKey, report: DomainReport, now: Date): Promise<ReportTaken> {
  const yesterday = new Date(now.getTime() - dayMs)
  if ((await countReportsSince(tx, key, yesterday)) >= maxReportsADay) return 'too many'
  if (!(await insertReport(tx, key, report, now))) return 'known'
  if (report.kind === 'tls') await addTlsResults(tx, key, report)
  else {
    const room = Math.max(0, maxSourcesADay - (await countSources(tx, key, report.begins)))
    await addSources(tx, key, report.begins, foldSources(report.sources, room))
  }
  return 'taken'
}
