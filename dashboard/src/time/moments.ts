import { formatsFor } from './formats.ts'

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const { day, dayOfYear, full, clock, preciseClock } = formatsFor(navigator.language)

const units = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const

/** “just now”, “4 min. ago”, “in 2 hr.”; a date if it is more than a week away. */
export function relative(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000
  const size = Math.abs(seconds)
  if (size < 45) return seconds > 10 ? 'in a moment' : 'just now'
  if (size > 7 * 86_400) return shortDay(at, now)
  const [unit, length] = units.findLast(([, length]) => size >= length * 0.75) ?? units[0]
  return ago.format(Math.round(seconds / length), unit)
}

/** In the person's time zone, with its name, to the second. */
export const exact = (at: string): string => full.format(new Date(at))
/** The name of the person's time zone at that moment, such as “EST”. */
export const zoneName = (at: string): string =>
  full.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
export const clockTime = (at: string): string => clock.format(new Date(at))
export const preciseTime = (at: string): string => preciseClock.format(new Date(at))
export const shortDay = (at: string, now = Date.now()): string =>
  (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : dayOfYear).format(new Date(at))

/** “38 ms”, “1.2 s”, “4 min”. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`
  return `${(ms / 3_600_000).toFixed(1)} h`
}
