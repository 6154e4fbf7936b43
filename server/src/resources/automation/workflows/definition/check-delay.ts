import type { WorkflowDuration } from '@posthorn/contract/workflows/parts'
import { isTimezone } from '#core/zone.ts'
import type { Config } from './definition.ts'
import { longestMs, millisecondsOf } from './duration.ts'
import { complain, type Field, inside } from './field.ts'

export function checkDelay(field: Field, delay: Config<'delay'>): void {
  if ('until' in delay) checkTimezone(inside(field, 'until.timezone'), delay.until.timezone)
  else checkDuration(field, delay)
}

/** It has exactly one field, and that is where a fault is. */
export function checkDuration(field: Field, duration: WorkflowDuration): void {
  const milliseconds = millisecondsOf(duration)
  const at = inside(field, Object.keys(duration).join())
  if (milliseconds < 1_000) complain(at, 'must be at least a second')
  if (milliseconds > longestMs) complain(at, 'must be at most 366 days')
}

export function checkTimezone(field: Field, name: string): void {
  if (!isTimezone(name)) complain(field, 'must be the name of a time zone such as Europe/Berlin or UTC')
}
