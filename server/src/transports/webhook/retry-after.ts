/** When somebody wants to be asked again (RFC 9110 10.2.3). What is neither a number nor a date says nothing. */

/** Nobody is waited for longer than this. */
const longestMs = 24 * 3_600_000

// `Date.parse` alone takes almost anything for a date.
const time = String.raw`\d{2}:\d{2}:\d{2}`
const httpDates = [
  new RegExp(String.raw`^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} ${time} GMT$`),
  new RegExp(String.raw`^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} ${time} GMT$`),
  new RegExp(String.raw`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${time} \d{4}$`),
]

export function parseRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? ''
  const waitMs = /^-?\d+$/.test(value) ? Number(value) * 1_000 : dateOf(value) - now.getTime()
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), longestMs)
}

function dateOf(value: string): number {
  if (!httpDates.some(form => form.test(value))) return Number.NaN
  // The oldest form does not say that it is in GMT.
  return Date.parse(value.endsWith('GMT') ? value : `${value} GMT`)
}
