/** Reads the facts that the rules check. The overview uses the same readers. */
import { idsFrom } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import { readAnalytics } from '#resources/account/analytics/read.ts'
import { readCredits } from '#resources/account/credits/read.ts'
import { unlimited } from '#resources/account/organizations/plans.ts'
import { readFailedRuns } from '#resources/account/overview/failed-runs.ts'
import { readFailingWebhooks } from '#resources/account/overview/webhooks.ts'
import { failedAmong } from '#resources/messages/domains/health.ts'
import { readDomains } from '#resources/messages/domains/read.ts'
import type { Facts } from './found.ts'
import { findOldestWaiting } from './store.ts'

const hourMs = 3_600_000
/** More would make a mail that nobody reads. */
const maxDomains = 20

type Place = { environmentId: string; organizationId: string }

export async function readFacts(db: Db, place: Place, now: Date): Promise<Facts> {
  const { environmentId, organizationId } = place
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const totalsSince = async (from: Date) => (await readAnalytics(db, place, { accepted: { from } })).totals
  const hour = await totalsSince(ago(hourMs))
  const day = await totalsSince(ago(24 * hourMs))
  const credits = await readCredits(db, place, now)
  const { limit } = credits.quotas.month
  const domains = await readDomains(db, organizationId)
  return {
    now,
    lastHour: { sent: hour.emails_sent, bounced: hour.emails_bounced },
    lastDay: { delivered: day.emails_delivered, complained: day.emails_complained },
    waitingSince: await findOldestWaiting(db, environmentId),
    webhooks: await readFailingWebhooks(db, environmentId),
    failedRuns: await readFailedRuns(db, environmentId, idsFrom(ago(hourMs))),
    failedDomains: failedAmong(domains).slice(0, maxDomains),
    credits: { balance: credits.balance, monthly: limit >= unlimited ? null : limit },
  }
}
