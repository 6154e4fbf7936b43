/** A span of time in parts: whole hours, whose sums are known, and what is left of an hour at both ends. Pure. */
import { ceilTo, floorTo, hourMs } from './hours.ts'

/** From the one moment until before the other. */
export type Range = { from: Date; until: Date }
export type Span = { [Bound in keyof Range]?: Date | undefined }
type Parts = { hours?: Span; rest: Range[] }

export function split({ from, until }: Span): Parts {
  if (from && until && from >= until) return { rest: [] }
  const first = from && ceilTo(from, hourMs)
  const end = until && floorTo(until, hourMs)
  if (first && end && first > end) return { rest: [{ from: from ?? end, until: until ?? first }] }
  const rest = [
    ...(from && first && from < first ? [{ from, until: first }] : []),
    ...(until && end && end < until ? [{ from: end, until }] : []),
  ]
  return { hours: { from: first, until: end }, rest }
}

/** Moments are kept to the millisecond: one that is finer lies before the next. */
export function momentOf(timestamp: string): Date {
  const isFiner = /\.\d{3}\d*[1-9]\d*Z$/.test(timestamp)
  return new Date(Date.parse(timestamp) + (isFiner ? 1 : 0))
}
