/** When a recipient must not be disturbed, by their local time. Pure. */
import { clockTimeAt, momentOf } from '#core/zone.ts'
import { zonesOf } from './zones.ts'

/** In minutes of the day; `to` is the first minute that is not quiet. The range usually spans midnight. */
export type QuietHours = { from: number; to: number }

/**
 * The clocks of Russia are up to ten hours apart, more than in any other country with one code. Twelve quiet hours leave two that
 * are quiet in none of its zones.
 */
export const maxQuietMinutes = 12 * 60

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const lengthOf = ({ from, to }: QuietHours): number => (to - from + 1_440) % 1_440

export type Quiet = { until: Date; zone: string }

/** For a number that may be in several zones it is quiet while it is quiet in any of them. Undefined: it is quiet in none. */
export function quietAt(hours: QuietHours, number: string, moment: Date): Quiet | undefined {
  const zones = zonesOf(number)
  let found: Quiet | undefined
  // When quiet hours end in one zone they may have begun in another; within a day there is a gap.
  for (const _ of zones) {
    const last = latestEnd(hours, zones, found?.until ?? moment)
    if (!last) return found
    found = last
  }
  return found
}

function latestEnd(hours: QuietHours, zones: readonly string[], moment: Date): Quiet | undefined {
  const quiet = zones.flatMap(zone => endIn(hours, zone, moment))
  return quiet.reduce<Quiet | undefined>((last, one) => (last && last.until >= one.until ? last : one), undefined)
}

function endIn(hours: QuietHours, zone: string, moment: Date): Quiet[] {
  const shown = clockTimeAt(moment, zone)
  const midnight = Math.floor(shown / dayMs) * dayMs
  const sinceQuiet = (shown - midnight - hours.from * minuteMs + dayMs) % dayMs
  if (sinceQuiet >= lengthOf(hours) * minuteMs) return []
  const end = shown - sinceQuiet + lengthOf(hours) * minuteMs
  return [{ until: momentOf(end, zone), zone }]
}

/** What a message waits for, in words. */
export const describeQuiet = ({ to }: QuietHours, { zone }: Quiet): string =>
  `${quietPrefix}${timeOfDay(to)} in ${zone}`

export const quietPrefix = 'quiet hours until '

export const timeOfDay = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** `21:00`; undefined when the text is not a time of day. */
export function readTimeOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
