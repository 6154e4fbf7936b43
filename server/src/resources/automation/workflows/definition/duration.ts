import { workflowFormats } from '@posthorn/contract/workflows/formats'
import type { WorkflowDuration } from '@posthorn/contract/workflows/parts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const maxDurationMs = 366 * day

const iso = new RegExp(workflowFormats.duration.pattern)

/** Undefined for an invalid duration. */
export function parseDuration(text: string): number | undefined {
  const match = iso.exec(text)
  if (!match) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(part => Number(part ?? 0))
  return (weeks * 7 + days) * day + hours * hour + minutes * minute + seconds * second
}

/** Whole milliseconds: half an hour may be given as 0.5 hours. */
export function millisecondsOf(duration: WorkflowDuration): number {
  if ('duration' in duration) return parseDuration(duration.duration) ?? 0
  if ('seconds' in duration) return Math.round(duration.seconds * second)
  if ('minutes' in duration) return Math.round(duration.minutes * minute)
  if ('hours' in duration) return Math.round(duration.hours * hour)
  return Math.round(duration.days * day)
}
