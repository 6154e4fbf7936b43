/** All figures from the first hour to the last, without gaps: by hour at first, by day after 72 hours. */
import type { BroadcastHour } from '@posthorn/contract/broadcasts/analytics'
import type { Unit } from '#chart/step-names.ts'

const hourMs = 3_600_000
const maxHours = 72

type Figures = Omit<BroadcastHour, 'start'>
type Timeline = { unit: Unit; steps: (Figures & { at: number })[] }

const nothing: Figures = { sent: 0, delivered: 0, opened: 0, clicked: 0 }

export function timelineOf(series: readonly BroadcastHour[]): Timeline {
  const hours = series.map(({ start, ...figures }) => ({ at: Date.parse(start), figures }))
  const [first, last] = [hours.at(0)?.at ?? 0, hours.at(-1)?.at ?? 0]
  const unit = last - first < maxHours * hourMs ? 'hour' : 'day'
  const stepMs = unit === 'hour' ? hourMs : 24 * hourMs
  const stepOf = (at: number) => Math.floor(at / stepMs) * stepMs
  const byStep = Map.groupBy(hours, ({ at }) => stepOf(at))
  const length = hours.length === 0 ? 0 : (stepOf(last) - stepOf(first)) / stepMs + 1
  const steps = Array.from({ length }, (_, nth) => {
    const at = stepOf(first) + nth * stepMs
    return { at, ...sum((byStep.get(at) ?? []).map(({ figures }) => figures)) }
  })
  return { unit, steps }
}

const sum = (all: readonly Figures[]): Figures =>
  all.reduce(
    (one, other) => ({
      sent: one.sent + other.sent,
      delivered: one.delivered + other.delivered,
      opened: one.opened + other.opened,
      clicked: one.clicked + other.clicked,
    }),
    nothing,
  )
