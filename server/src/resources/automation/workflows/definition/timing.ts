import type { TimeOfDay } from '@posthorn/contract/workflows/parts'
import { weekdays } from '@posthorn/contract/workflows/words'
import { type ClockTime, clockTimeAt, momentOf } from '#core/zone.ts'
import type { Config } from './definition.ts'
import { millisecondsOf } from './duration.ts'

/** When a delay or timeout that begins at `from` is over. Always later than `from`, so a loop through it cannot spin. */
export function dueAfter(delay: Config<'delay'>, from: Date): Date {
  return 'until' in delay ? nextTimeOfDay(delay.until, from) : new Date(from.getTime() + millisecondsOf(delay))
}

const day = 86_400_000

/** A skipped time of day comes at the moment of the skip; a repeated one the first time. */
function nextTimeOfDay({ time, timezone, weekdays: wanted }: TimeOfDay, from: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const now = clockTimeAt(from, timezone)
  const first = now - mod(now, day) + (hours * 60 + minutes) * 60_000
  for (let shown = first; ; shown += day) {
    const moment = isOn(wanted, shown) ? momentOf(shown, timezone) : from
    if (moment > from) return moment
  }
}

const isOn = (wanted: TimeOfDay['weekdays'], shown: ClockTime): boolean => {
  // 1 January 1970 was a Thursday.
  const name = weekdays[mod(Math.floor(shown / day) + 3, 7)]
  return wanted === undefined || (name !== undefined && wanted.includes(name))
}

const mod = (number: number, by: number): number => ((number % by) + by) % by
