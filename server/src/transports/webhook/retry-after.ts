/** Parses Retry-After (RFC 9110 10.2.3). Undefined for text that is neither a number nor a date. */

/** Longer waits are capped. */
const maxWaitMs = 24 * 3_600_000

// `Date.parse` alone accepts almost any text.
const time = String.raw`\d{2}:\d{2}:\d{2}`
const httpDates = [
  new RegExp(String.raw`^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} ${time} GMT$`),
  new RegExp(String.raw`^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} ${time} GMT$`),
  new RegExp(String.raw`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${time} \d{4}$`),
]

export function parseRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? ''
  const waitMs = /^-?\d+$/.test(value) ? Number(value) * 1_000 : dateOf(value) - now.getTime()
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), maxWaitMs)
}

function dateOf(value: string): number {
  if (!httpDates.some(form => form.test(value))) return Number.NaN
  // The oldest format has no zone; it is GMT.
  return Date.parse(value.endsWith('GMT') ? value : `${value} GMT`)
}
