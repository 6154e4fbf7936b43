/** Email metrics in Resend's format. Each email counts once per figure, as in our own analytics. */
import type { EmailStats } from '@posthorn/contract/account'
import { type Static, Type } from 'typebox'
import { systemClock } from '#core/clock.ts'
import { invalid } from '#core/refusal.ts'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { timeOfIso } from '#http/door/iso-time.ts'

const figures = {
  sent: 'emails_sent',
  delivered: 'emails_delivered',
  bounced: 'emails_bounced',
  complained: 'emails_complained',
  unique_opened: 'emails_opened',
  unique_clicked: 'emails_clicked',
  delivery_rate: 'delivery_rate',
  open_rate: 'open_rate',
  click_rate: 'click_rate',
  bounce_rate: 'bounce_rate',
  complaint_rate: 'complaint_rate',
} as const satisfies Record<string, keyof EmailStats>
type Metric = keyof typeof figures

const granularities = { hourly: 'hour', daily: 'day' } as const

const Query = Type.Object({
  start_date: Type.Optional(Type.String()),
  end_date: Type.Optional(Type.String()),
  timezone: Type.Optional(Type.String()),
  granularity: Type.Optional(Type.String()),
  metrics: Type.Optional(Type.String()),
  dimensions: Type.Optional(Type.String()),
  domain_id: Type.Optional(Type.String()),
  email_id: Type.Optional(Type.String()),
  broadcast_id: Type.Optional(Type.String()),
})
export type MetricsQuery = Static<typeof Query>

export const metricOperations: DoorOperation[] = [
  doorOperation({
    method: 'GET',
    path: '/emails/metrics',
    standsFor: 'getAnalytics',
    query: Query,
    async answer({ query, ask }) {
      const { start, end, granularity, metrics, isByPeriod } = readQuery(query, systemClock())
      const { stats, series = [] } = await ask('getAnalytics', {
        query: { start, end, ...(isByPeriod && { granularity: granularities[granularity] }) },
      })
      const pick = (of: EmailStats) => Object.fromEntries(metrics.map(name => [name, of[figures[name]]]))
      return {
        ...{ object: 'metrics', start_date: start, end_date: end, metrics },
        ...{ dimensions: isByPeriod ? ['period'] : [], granularity, totals: pick(stats) },
        ...(isByPeriod && { data: series.map(one => ({ period: one.start, ...pick(one) })) }),
      }
    },
  }),
]

const dayMs = 86_400_000

export function readQuery(query: MetricsQuery, now: Date) {
  const { timezone = 'UTC', granularity = 'daily' } = query
  const [metrics, dimensions] = [wordsOf(query.metrics), wordsOf(query.dimensions)]
  const end = query.end_date === undefined ? now : dayOrMoment('end_date', query.end_date, dayMs)
  const start =
    query.start_date === undefined
      ? new Date(end.getTime() - 6 * dayMs)
      : dayOrMoment('start_date', query.start_date, 0)
  for (const path of ['domain_id', 'email_id', 'broadcast_id'] as const)
    if (query[path] !== undefined) throw refused(path, 'is not supported: figures cover all emails')
  if (timezone !== 'UTC') throw refused('timezone', 'must be UTC')
  if (!isGranularity(granularity)) throw refused('granularity', 'must be hourly or daily')
  if (dimensions.some(one => one !== 'period')) throw refused('dimensions', 'must be period, or left out')
  const known = metrics.filter(isMetric)
  if (known.length < metrics.length)
    throw refused('metrics', `must be some of ${Object.keys(figures).join(', ')}: others are not supported`)
  return {
    ...{ start: start.toISOString(), end: end.toISOString(), granularity },
    metrics: known.length > 0 ? known : Object.keys(figures).filter(isMetric),
    isByPeriod: dimensions.length > 0,
  }
}

const wordsOf = (list: string | undefined): string[] => list?.split(',').filter(word => word !== '') ?? []
const isMetric = (name: string): name is Metric => Object.hasOwn(figures, name)
const isGranularity = (name: string): name is keyof typeof granularities => Object.hasOwn(granularities, name)
const refused = (path: string, message: string) => invalid({ path, message })

/** `lengthOfDay`: added to a date without a time, so that an end date includes the whole day. */
function dayOrMoment(path: string, text: string, lengthOfDay: number): Date {
  const moment = timeOfIso(text)
  if (!moment) throw refused(path, 'must be a day or a time in ISO 8601, such as 2027-01-31')
  return text.includes('T') ? moment : new Date(moment.getTime() + lengthOfDay)
}
