/** When somebody is to be left alone, by the clock where they are. Pure. */
import { clockTimeAt, momentOf } from '#core/zone.ts'
import { zonesOf } from './zones.ts'

/** In minutes of the day; `to` is the first one in which it is not quiet. From evening to morning is usual. */
export type QuietHours = { from: number; to: number }

/**
 * Russia has clocks that are ten hours apart, more than any other country with one code. Where it is quiet for twelve hours, there are
 * two in which it is quiet nowhere.
 */
export const longestQuiet = 12 * 60

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const lengthOf = ({ from, to }: QuietHours): number => (to - from + 1_440) % 1_440

export type Quiet = { until: Date; zone: string }

/** Where a number may be in several zones it is quiet as long as it is in one of them. Undefined: it is quiet in none. */
export function quietAt(hours: QuietHours, number: string, moment: Date): Quiet | undefined {
  const zones = zonesOf(number)
  let found: Quiet | undefined
  // When it ends in one zone it may have begun in another; a day has an end to that.
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

/** What a message waits for, as people read it. */
export const describeQuiet = ({ to }: QuietHours, { zone }: Quiet): string =>
  `${quietPrefix}${timeOfDay(to)} in ${zone}`

export const quietPrefix = 'quiet hours until '

export const timeOfDay = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** `21:00`; undefined for what is no time of the day. */
export function readTimeOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
