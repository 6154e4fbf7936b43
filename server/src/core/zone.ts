/** Local times in time zones. When clocks change, a local time may not exist, or exist twice. */

/** A local time, in milliseconds as if it were UTC. */
export type ClockTime = number

const day = 86_400_000

/** Cached: creating one takes longer than using it a thousand times. There are some 600 names, in one spelling each. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timezone: string): Intl.DateTimeFormat {
  const name = timezone.toLowerCase()
  const known = clocks.get(name)
  if (known) return known
  const numeric = 'numeric'
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
  clocks.set(name, clock)
  return clock
}

/** Names only: an offset such as +01:00 has no daylight saving time. */
export function isTimezone(text: string): boolean {
  if (text.length > 64 || !/^[A-Za-z]/.test(text)) return false
  try {
    clockOf(text)
    return true
  } catch {
    return false
  }
}

/** The canonical spelling, so that caches keep one entry per zone. */
export const canonicalName = (timezone: string): string => clockOf(timezone).resolvedOptions().timeZone

export function clockTimeAt(moment: Date, timezone: string): ClockTime {
  const shown = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of clockOf(timezone).formatToParts(moment)) {
    if (type in shown) shown[type as keyof typeof shown] = Number(value) // as: just checked with `in`
  }
  const { year, month, day, hour, minute, second } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second, moment.getUTCMilliseconds())
}

/** The first moment with this local time. For a skipped local time, the moment of the clock change. */
export function momentOf(shown: ClockTime, timezone: string): Date {
  const offsetAt = (moment: number) => clockTimeAt(new Date(moment), timezone) - moment
  // Offsets are shorter than a day, and no zone changes its offset twice within two days.
  const before = offsetAt(shown - day)
  const after = offsetAt(shown + day)
  const fitting = [before, after].filter(offset => offsetAt(shown - offset) === offset)
  if (fitting.length > 0) return new Date(shown - Math.max(...fitting))
  return findChange(shown - day, shown + day, moment => offsetAt(moment) === before)
}

/** The first moment that is not `isBefore`, by binary search. */
function findChange(start: number, end: number, isBefore: (moment: number) => boolean): Date {
  let last = start
  let first = end
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2)
    if (isBefore(middle)) last = middle
    else first = middle
  }
  return new Date(first)
}
