/** When a message is sent. Times are compared as text in one format, exact to the microsecond. */

export type Schedule = { kind: 'at-once' } | { kind: 'later'; at: string } | { kind: 'too-late' }

/** Clocks differ and requests take time, so a time this far in the past still means now. */
const graceMilliseconds = 5 * 60_000

export const tooLate = 'is more than 5 minutes in the past'

/** `text` is a timestamp of the contract. */
export function schedule(text: string, now: Date): Schedule {
  const at = toMicroseconds(text)
  if (at > toMicroseconds(now.toISOString())) return { kind: 'later', at }
  const earliest = new Date(now.getTime() - graceMilliseconds)
  return at < toMicroseconds(earliest.toISOString()) ? { kind: 'too-late' } : { kind: 'at-once' }
}

/** Truncated, not rounded: the end of the year 9999 would round up to the year 10000, which no timestamp can express. */
function toMicroseconds(text: string): string {
  const fraction = text.slice(20, -1).slice(0, 6)
  return `${text.slice(0, 19)}.${fraction.padEnd(6, '0')}Z`
}

/** The format in API answers. The text may have finer fractions than a Date. */
export const toMilliseconds = (timestamp: string): string => new Date(timestamp).toISOString()
