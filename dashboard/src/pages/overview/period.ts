import type { Analytics } from '@posthorn/contract/account'
import { clockTime, shortDay } from '#time/moments.ts'

export const periods = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
  { value: '30d', label: '30 d' },
] as const
export type PeriodName = (typeof periods)[number]['value']

const hourMs = 3_600_000
const shapes = {
  '24h': { granularity: 'hour', stepMs: hourMs, steps: 24 },
  '7d': { granularity: 'day', stepMs: 24 * hourMs, steps: 7 },
  '30d': { granularity: 'day', stepMs: 24 * hourMs, steps: 30 },
} as const

export type Period = { start: string; granularity: 'hour' | 'day'; starts: string[] }

/** The steps of a period up to the one that runs, from whole hours or whole days in UTC, as the figures are kept. */
export function periodOf(name: PeriodName, now: number): Period {
  const { granularity, stepMs, steps } = shapes[name]
  const last = Math.floor(now / stepMs) * stepMs
  const starts = Array.from({ length: steps }, (_, step) => new Date(last - (steps - 1 - step) * stepMs).toISOString())
  return { start: starts[0] ?? new Date(last).toISOString(), granularity, starts }
}

export const stepName = ({ granularity }: Period, start: string): string =>
  granularity === 'hour' ? clockTime(start) : shortDay(start.slice(0, 10) + 'T12:00:00')

export type Step = NonNullable<Analytics['series']>[number]
export type Figure = Exclude<keyof Step, 'start'>

/** The values of one figure, step by step. The server leaves out steps before the first and after the last with any. */
export function valuesOf(period: Period, series: readonly Step[], figure: Figure): number[] {
  const byStart = new Map(series.map(step => [Date.parse(step.start), step]))
  return period.starts.map(start => byStart.get(Date.parse(start))?.[figure] ?? 0)
}
