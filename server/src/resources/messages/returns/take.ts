/** Takes a report: what it says is stored in one transaction, or nothing is. */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Report } from '#core/returned-mail.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { applyNews, lockSentEmail } from '#resources/messages/emails/later/later.ts'
import { newsByRecipient } from './news-by-recipient.ts'

/** Servers give up after five days; a report that comes much later is not about a delivery. People complain about old mail, too. */
const staleAfterMs = 30 * 86_400_000

type Taken =
  | { kind: 'changed' }
  | { kind: 'nothing'; because: 'unknown' | 'stale' | 'no news' }
  /** The attempt that the report is about is not stored yet: the report has to be sent again. */
  | { kind: 'early' }

export type ReturnsParts = {
  database: Database
  clock: Clock
  log: Logger
}

export type TakeReport = (report: Report) => Promise<Taken>

/** Resolves after the commit. Rejects when the database is away: then the report has to be sent again as well. */
export const reportTaker =
  ({ database, clock, log }: ReturnsParts): TakeReport =>
  async report => {
    const taken = await database.transaction(tx => take(tx, report, clock()))
    log.info({ emailId: report.subject.emailId, outcome: taken }, 'report received')
    return taken
  }

async function take(tx: Tx, report: Report, at: Date): Promise<Taken> {
  const { emailId, nth } = report.subject
  const email = await lockSentEmail(tx, emailId)
  if (!email) return { kind: 'nothing', because: 'unknown' }
  const left = email.sentAt ?? email.acceptedAt
  const isStale = at.getTime() - left.getTime() > staleAfterMs
  const notices = report.notices.filter(({ news }) => !isStale || news.kind === 'complained')
  if (isStale && notices.length === 0) return { kind: 'nothing', because: 'stale' }
  const heard = newsByRecipient(email.deliveries, nth, notices)
  const concerned = email.deliveries.filter(one => heard.some(news => news.nth === one.nth))
  if (concerned.some(({ inHand }) => inHand)) return { kind: 'early' }
  return (await applyNews(tx, email, heard, at)) ? { kind: 'changed' } : { kind: 'nothing', because: 'no news' }
}
