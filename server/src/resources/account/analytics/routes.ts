import type { EmailStats } from '@posthorn/contract/account'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import type { Totals } from './figures.ts'
import { readAnalytics } from './read.ts'
import { momentOf } from './window.ts'

export const analyticsRoutes = ({ database }: { database: Database }) =>
  ({
    async getAnalytics(caller, { query: { start, end, tag, message_stream, granularity } }) {
      const accepted = { from: start ? momentOf(start) : undefined, until: end ? momentOf(end) : undefined }
      const question = { accepted, tag, messageStream: message_stream, granularity }
      const { totals, series } = await readAnalytics(database.slowReads(caller.environmentId), caller, question)
      return {
        stats: toWireStats(totals),
        ...(series && {
          series: series.map(point => ({ start: point.start.toISOString(), ...toWireStats(point.totals) })),
        }),
      }
    },
  }) satisfies Partial<Handlers>

const toWireStats = (totals: Totals): EmailStats => ({
  emails_sent: totals.emails_sent,
  recipients_reached: totals.recipients_reached,
  emails_delivered: totals.emails_delivered,
  recipients_delivered: totals.recipients_delivered,
  emails_opened: totals.emails_opened,
  emails_clicked: totals.emails_clicked,
  emails_opened_by_people: totals.emails_opened_by_people,
  emails_clicked_by_people: totals.emails_clicked_by_people,
  emails_bounced: totals.emails_bounced,
  emails_complained: totals.emails_complained,
  delivery_rate: rate(totals.emails_delivered, totals.emails_sent),
  open_rate: rate(totals.emails_opened, totals.emails_delivered),
  click_rate: rate(totals.emails_clicked, totals.emails_delivered),
  bounce_rate: rate(totals.emails_bounced, totals.emails_sent),
  complaint_rate: rate(totals.emails_complained, totals.emails_delivered),
  ...(totals.fallbacks_sent + totals.fallbacks_not_needed > 0 && {
    fallbacks_sent: totals.fallbacks_sent,
    fallbacks_not_needed: totals.fallbacks_not_needed,
  }),
})

/** An email can be opened without a report of its delivery, so a part can be larger than its total. */
const rate = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole))
