import type { Analytics } from '@posthorn/contract/account'
import type { Unit } from '#chart/step-names.ts'

export const periods = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
  { value: '30d', label: '30 d' },
  { value: '90d', label: '90 d' },
] as const
export type PeriodName = (typeof periods)[number]['value']

const hourMs = 3_600_000
const shapes = {
  '24h': { granularity: 'hour', stepMs: hourMs, steps: 24 },
  '7d': { granularity: 'day', stepMs: 24 * hourMs, steps: 7 },
  '30d': { granularity: 'day', stepMs: 24 * hourMs, steps: 30 },
  '90d': { granularity: 'day', stepMs: 24 * hourMs, steps: 90 },
} as const

export type Period = {
  start: string
  /** The end; undefined if that is now. */
  end?: string
  granularity: Unit
  starts: string[]
}

const dayMs = 24 * hourMs
const maxDays = 400
const dayOf = (text: string | undefined): number | undefined => {
  const at = text && /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** From one day to another, both included. Undefined if they are invalid or in the wrong order. */
export function rangeOf(from: string | undefined, to: string | undefined): Period | undefined {
  const [first, last] = [dayOf(from), dayOf(to)]
  if (first === undefined || last === undefined || last < first || last - first > maxDays * dayMs) return undefined
  const [granularity, stepMs] = last - first < 3 * dayMs ? (['hour', hourMs] as const) : (['day', dayMs] as const)
  const end = last + dayMs
  const starts = Array.from({ length: (end - first) / stepMs }, (_, step) =>
    new Date(first + step * stepMs).toISOString(),
  )
  return { start: new Date(first).toISOString(), end: new Date(end).toISOString(), granularity, starts }
}

/** The previous period of the same length. */
export function before({ start, end, granularity, starts }: Period): { start: string; end: string } {
  const length = end ? Date.parse(end) - Date.parse(start) : starts.length * (granularity === 'hour' ? hourMs : dayMs)
  return { start: new Date(Date.parse(start) - length).toISOString(), end: start }
}

/** “+12 %”; undefined if the previous figure was 0. */
export function change(now: number, then: number): string | undefined {
  if (then === 0 || now === then) return undefined
  const part = Math.round(((now - then) / then) * 100)
  return `${part > 0 ? '+' : '−'}${Math.abs(part)} %`
}

/** The steps of a period up to the current one, in full hours or full UTC days, as the figures are stored. */
export function periodOf(name: PeriodName, now: number): Period {
  const { granularity, stepMs, steps } = shapes[name]
  const last = Math.floor(now / stepMs) * stepMs
  const starts = Array.from({ length: steps }, (_, step) => new Date(last - (steps - 1 - step) * stepMs).toISOString())
  return { start: starts[0] ?? new Date(last).toISOString(), granularity, starts }
}

export type Step = NonNullable<Analytics['series']>[number]
export type Figure = Exclude<keyof Step, 'start'>

/** The values of one figure, by step. The server omits steps before the first and after the last non-empty one. */
export function valuesOf(period: Period, series: readonly Step[], figure: Figure): number[] {
  const byStart = new Map(series.map(step => [Date.parse(step.start), step]))
  return period.starts.map(start => byStart.get(Date.parse(start))?.[figure] ?? 0)
}
