import type { WorkflowDuration } from '@posthorn/contract/workflows/parts'
import { isTimezone } from '#core/zone.ts'
import type { Config } from './definition.ts'
import { maxDurationMs, millisecondsOf } from './duration.ts'
import { addFault, type Field, inside } from './field.ts'

export function checkDelay(field: Field, delay: Config<'delay'>): void {
  if ('until' in delay) checkTimezone(inside(field, 'until.timezone'), delay.until.timezone)
  else checkDuration(field, delay)
}

/** A duration has exactly one field; faults are reported there. */
export function checkDuration(field: Field, duration: WorkflowDuration): void {
  const milliseconds = millisecondsOf(duration)
  const at = inside(field, Object.keys(duration).join())
  if (milliseconds < 1_000) addFault(at, 'must be at least a second')
  if (milliseconds > maxDurationMs) addFault(at, 'must be at most 366 days')
}

export function checkTimezone(field: Field, name: string): void {
  if (!isTimezone(name)) addFault(field, 'must be the name of a time zone such as Europe/Berlin or UTC')
}
