/** Points in order, from the first with data to the last, with zeros where nothing happened. Pure. */
import { invalid } from '#core/refusal.ts'
import { type Counts, sumOf, type Totals } from './figures.ts'
import { hourMs } from './hours.ts'

export type Series = { start: Date; totals: Totals }[]

/** More than a year of hours, and about as much as a reply should carry. */
const maxPoints = 10_000

const stepMs = { hour: hourMs, day: 24 * hourMs }

export function toSeries(
  points: readonly (Counts & { start: Date | null })[],
  granularity: keyof typeof stepMs,
): Series {
  const byStart = Map.groupBy(points, ({ start }) => start?.getTime() ?? 0)
  if (byStart.size === 0) return []
  const step = stepMs[granularity]
  const starts = [...byStart.keys()].sort((a, b) => a - b)
  const [first = 0, last = 0] = [starts.at(0), starts.at(-1)]
  const length = (last - first) / step + 1
  if (length > maxPoints) throw tooLong(granularity)
  return Array.from({ length }, (_, nth) => {
    const start = first + nth * step
    return { start: new Date(start), totals: sumOf(byStart.get(start) ?? []) }
  })
}

const tooLong = (granularity: string) =>
  invalid({
    path: 'granularity',
    message: `would make a series of more than ${maxPoints} ${granularity}s: choose start and end closer together`,
  })
