/** Clocks in time zones. Where the clock was put forward or back, a time that it shows is none, one or two moments. */

/** What a clock shows, in milliseconds as if it stood in UTC. */
export type ClockTime = number

const day = 86_400_000

/** Making one takes longer than using it a thousand times. There are some 600 names, each in one spelling. */
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

/** By name: an offset such as +01:00 knows no summer. */
export function isTimezone(text: string): boolean {
  if (text.length > 64 || !/^[A-Za-z]/.test(text)) return false
  try {
    clockOf(text)
    return true
  } catch {
    return false
  }
}

/** The zone's one spelling, so that nobody downstream keeps something for each of many. */
export const canonicalName = (timezone: string): string => clockOf(timezone).resolvedOptions().timeZone

export function clockTimeAt(moment: Date, timezone: string): ClockTime {
  const shown = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of clockOf(timezone).formatToParts(moment)) {
    if (type in shown) shown[type as keyof typeof shown] = Number(value) // as: it was just looked for
  }
  const { year, month, day, hour, minute, second } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second, moment.getUTCMilliseconds())
}

/** The first moment at which the clock shows this time; if it skips it, the moment at which it skips. */
export function momentOf(shown: ClockTime, timezone: string): Date {
  const offsetAt = (moment: number) => clockTimeAt(new Date(moment), timezone) - moment
  // No offset is as large as a day, and no zone changes its own twice in two days.
  const before = offsetAt(shown - day)
  const after = offsetAt(shown + day)
  const fitting = [before, after].filter(offset => offsetAt(shown - offset) === offset)
  if (fitting.length > 0) return new Date(shown - Math.max(...fitting))
  return findChange(shown - day, shown + day, moment => offsetAt(moment) === before)
}

/** The first moment that is not `before`, by halving. */
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
