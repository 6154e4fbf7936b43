import type { Transports } from '@posthorn/contract/console/usage'
import type { Clock } from '#core/clock.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { findRestoredCopy } from '#postgres/restored-copy.ts'
import { floorTo, hourMs } from '#resources/account/analytics/hours.ts'
import { readAnalytics } from '#resources/account/analytics/read.ts'
import { readCredits } from '#resources/account/credits/read.ts'
import { unlimited } from '#resources/account/organizations/plans.ts'
import { failingParts } from '#resources/messages/domains/health.ts'
import { readDomains } from '#resources/messages/domains/read.ts'
import { findWaitingTotals } from '#resources/messages/explain/waits.ts'
import { readPauses } from '#resources/messages/reputation/read.ts'
import { attentionTo } from './attention.ts'
import { readFirstSteps } from './first-steps.ts'
import { readTransports, type Ways } from './transports.ts'
import { readAilingWebhooks } from './webhooks.ts'

type Parts = { database: Database; clock: Clock; ways: Ways }

/** From a whole hour on: its sum is known, whatever is counted of a part of one is counted email by email. */
const aWeekBefore = (now: Date): Date => floorTo(new Date(now.getTime() - 7 * 24 * hourMs), hourMs)

export const overviewConsoleRoutes = ({ database, clock, ways }: Parts) =>
  ({
    getTransports: (member): Promise<Transports> =>
      readTransports(database.slowReads(member.environmentId), member.organizationId, ways),

    getFirstSteps: member => readFirstSteps(database.slowReads(member.environmentId), member.organizationId, ways),

    async getAttention(member) {
      const now = clock()
      const db = database.slowReads(member.environmentId)
      const [webhooks, emails, sms, pauses, domains, credits, { totals }, copy] = await Promise.all([
        readAilingWebhooks(db, member.environmentId),
        findWaitingTotals(db, 'email', member.environmentId),
        findWaitingTotals(db, 'sms', member.environmentId),
        readPauses(db, member.environmentId),
        readDomains(db, member.organizationId),
        readCredits(db, member, now),
        readAnalytics(db, member, { accepted: { from: aWeekBefore(now) } }),
        findRestoredCopy(db),
      ])
      const { limit } = credits.quotas.month
      const data = attentionTo({
        now,
        isLive: member.mode === 'live',
        capturesEmail: ways.email.some(({ kind }) => kind === 'capture'),
        restoredFrom: copy?.takenAt ?? null,
        webhooks,
        waiting: [
          ...emails.map(one => ({ ...one, kind: 'email' as const })),
          ...sms.map(one => ({ ...one, kind: 'sms' as const })),
        ],
        pauses,
        unverifiedDomains: domains.filter(one => one.verifiedAt === null && one.failedAt === null).map(one => one.name),
        failedDomains: domains.flatMap(({ name, ...health }) => {
          const missing = failingParts(health)
          return missing.length > 0 ? [{ name, missing }] : []
        }),
        emails: {
          sent: totals.emails_sent,
          delivered: totals.emails_delivered,
          bounced: totals.emails_bounced,
          complained: totals.emails_complained,
        },
        credits: { balance: credits.balance, monthly: limit >= unlimited ? null : limit },
      })
      return { data }
    },
  }) satisfies Partial<ConsoleHandlers>
