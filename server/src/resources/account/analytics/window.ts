/** Splits a span of time into whole hours or minutes, whose sums are stored, and the rests at both ends. Pure. */
import { ceilTo, floorTo } from './hours.ts'

/** Including `from`, excluding `until`. */
export type Range = { from: Date; until: Date }
export type Span = { [Bound in keyof Range]?: Date | undefined }
type Parts<S extends Span> = { whole?: S; rest: Range[] }

/** `whole` has both ends when the span has both. */
export function split(span: Range, unitMs: number): Parts<Range>
export function split(span: Span, unitMs: number): Parts<Span>
export function split({ from, until }: Span, unitMs: number): Parts<Span> {
  if (from && until && from >= until) return { rest: [] }
  const first = from && ceilTo(from, unitMs)
  const end = until && floorTo(until, unitMs)
  if (first && end && first > end) return { rest: [{ from: from ?? end, until: until ?? first }] }
  const rest = [
    ...(from && first && from < first ? [{ from, until: first }] : []),
    ...(until && end && end < until ? [{ from: end, until }] : []),
  ]
  return { whole: { from: first, until: end }, rest }
}

/** Moments are stored in milliseconds; a finer one is rounded up. */
export function momentOf(timestamp: string): Date {
  const isFiner = /\.\d{3}\d*[1-9]\d*Z$/.test(timestamp)
  return new Date(Date.parse(timestamp) + (isFiner ? 1 : 0))
}
