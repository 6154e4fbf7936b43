import type { Clock } from '#core/clock.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readReceiverRates } from './read.ts'

const monthMs = 30 * 86_400_000

export const reputationRoutes = ({ database, clock }: { database: Database; clock: Clock }) =>
  ({
    async getReceiverAnalytics(caller, { query: { start, end } }) {
      const until = end ? new Date(end) : clock()
      const from = start ? new Date(start) : new Date(until.getTime() - monthMs)
      const rates = await readReceiverRates(database.slowReads(caller.environmentId), caller, { from, until })
      return {
        data: rates.map(({ domain, receiver, messageStream, sent, bounced, complained }) => ({
          ...{ domain, receiver, message_stream: messageStream, sent, bounced, complained },
          ...{ bounce_rate: rate(bounced, sent), complaint_rate: rate(complained, sent) },
        })),
      }
    },
  }) satisfies Partial<Handlers>

/** A report of today may be about mail of yesterday, so the part may be larger than the whole. */
const rate = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole))
