/** Twilio filters by days or moments, written `DateSent`, `DateSent<` and `DateSent>`; ours go by when a message was made. */

type Asked = { DateSent?: string; 'DateSent<'?: string; 'DateSent>'?: string }
type Filters = { created_after?: string; created_before?: string }

const day = /^\d{4}-\d{2}-\d{2}$/
const dayMs = 86_400_000

/** Our filters leave out the moment itself. */
export function datesOf({ DateSent: on, 'DateSent<': until, 'DateSent>': from }: Asked): Filters {
  const start = on?.slice(0, 10)
  return {
    ...(from && { created_after: movedBy(-1, from) }),
    ...(until && { created_before: movedBy(1, until) }),
    ...(start && { created_after: movedBy(-1, start), created_before: movedBy(dayMs, start) }),
  }
}

/** As ours are written. What is no moment with a zone is left to our own rules, which refuse it. */
export const sendAtOf = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+[+-]\d{2}:?\d{2}$/.test(text) ? movedBy(0, text) : text

/** What is no date is left to our own rules, which refuse it. */
function movedBy(ms: number, text: string): string {
  const at = Date.parse(day.test(text) ? `${text}T00:00:00Z` : text)
  return Number.isNaN(at) ? text : new Date(at + ms).toISOString()
}
