import type { Transports } from '@posthorn/contract/console/usage'
import type { Clock } from '#core/clock.ts'
import { idsFrom } from '#core/id.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { findRestoredCopy } from '#postgres/restored-copy.ts'
import { floorTo, hourMs } from '#resources/account/analytics/hours.ts'
import { readAnalytics } from '#resources/account/analytics/read.ts'
import { readTopTags } from '#resources/account/analytics/top-tags.ts'
import { readTopTemplates } from '#resources/account/analytics/top-templates.ts'
import { momentOf } from '#resources/account/analytics/window.ts'
import { readCredits } from '#resources/account/credits/read.ts'
import { unlimited } from '#resources/account/organizations/plans.ts'
import { failedAmong } from '#resources/messages/domains/health.ts'
import { readDomains } from '#resources/messages/domains/read.ts'
import { findWaitingTotals } from '#resources/messages/explain/waits.ts'
import { readPauses } from '#resources/messages/reputation/read.ts'
import { attentionTo } from './attention.ts'
import { readFirstSteps } from './first-steps.ts'
import { countEmailStates, countSmsStates, findFailedRuns, sumFallbacks } from './states-store.ts'
import { readTransports, type Ways } from './transports.ts'
import { readFailingWebhooks } from './webhooks.ts'

type Parts = { database: Database; clock: Clock; ways: Ways }

/** From a whole hour: a partial hour has no stored sum, and would be counted email by email. */
const aWeekBefore = (now: Date): Date => floorTo(new Date(now.getTime() - 7 * 24 * hourMs), hourMs)

const spanOf = ({ start, end }: { start?: string; end?: string }) => ({
  from: start ? momentOf(start) : undefined,
  until: end ? momentOf(end) : undefined,
})
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const overviewConsoleRoutes = ({ database, clock, ways }: Parts) =>
  ({
    getTransports: (member): Promise<Transports> =>
      readTransports(database.slowReads(member.environmentId), member.organizationId, ways),

    getFirstSteps: member => readFirstSteps(database.slowReads(member.environmentId), member.organizationId, ways),

    async getMessageStates(member, { query }) {
      const { environmentId, mode } = member
      const { from, until } = spanOf(query)
      const range = { from: idsFrom(from ?? new Date(0)), until: until ? idsFrom(until) : lastId }
      const mayCapture = mode === 'live' && ways.email.some(({ kind }) => kind === 'capture')
      const db = database.slowReads(environmentId)
      const [emails, sms, fallbacks] = await Promise.all([
        countEmailStates(db, environmentId, range, mayCapture),
        countSmsStates(db, environmentId, range),
        sumFallbacks(db, environmentId, range),
      ])
      return { emails, sms: { ...sms, ...fallbacks } }
    },

    async listTagFigures({ environmentId }, { query }) {
      return { data: await readTopTags(database.slowReads(environmentId), environmentId, spanOf(query)) }
    },

    async listTemplateFigures({ environmentId }, { query }) {
      const rows = await readTopTemplates(database.slowReads(environmentId), environmentId, spanOf(query))
      return { data: rows.map(({ templateId, ...row }) => ({ template_id: templateId, ...row })) }
    },

    async getAttention(member) {
      const now = clock()
      const db = database.slowReads(member.environmentId)
      const [webhooks, emails, sms, pauses, domains, credits, { totals }, copy, failedRuns] = await Promise.all([
        readFailingWebhooks(db, member.environmentId),
        findWaitingTotals(db, 'email', member.environmentId),
        findWaitingTotals(db, 'sms', member.environmentId),
        readPauses(db, member.environmentId),
        readDomains(db, member.organizationId),
        readCredits(db, member, now),
        readAnalytics(db, member, { accepted: { from: aWeekBefore(now) } }),
        findRestoredCopy(db),
        findFailedRuns(db, member.environmentId, idsFrom(aWeekBefore(now))),
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
        failedRuns,
        unverifiedDomains: domains.filter(one => one.verifiedAt === null && one.failedAt === null).map(one => one.name),
        failedDomains: failedAmong(domains),
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
