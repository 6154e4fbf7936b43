/** Twilio filters by date or time with `DateSent`, `DateSent<` and `DateSent>`. Our filters use the creation time. */

import { timeOfIso } from '#http/door/iso-time.ts'

type Asked = { DateSent?: string; 'DateSent<'?: string; 'DateSent>'?: string }
type Filters = { created_after?: string; created_before?: string }

const dayMs = 86_400_000

/** Our filters are exclusive. */
export function datesOf({ DateSent: on, 'DateSent<': until, 'DateSent>': from }: Asked): Filters {
  const start = on?.slice(0, 10)
  return {
    ...(from && { created_after: movedBy(-1, from) }),
    ...(until && { created_before: movedBy(1, until) }),
    ...(start && { created_after: movedBy(-1, start), created_before: movedBy(dayMs, start) }),
  }
}

/** Converts to our format. A time without a zone is passed on, and refused by our own rules. */
export const sendAtOf = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+[+-]\d{2}:?\d{2}$/.test(text) ? movedBy(0, text) : text

/** Text that is not a date is passed on, and refused by our own rules. */
function movedBy(ms: number, text: string): string {
  const at = timeOfIso(text)
  return at ? new Date(at.getTime() + ms).toISOString() : text
}
