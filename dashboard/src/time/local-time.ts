const pad = (value: number): string => String(value).padStart(2, '0')

/** A moment as the value of a datetime-local input: in the person's time zone, to the minute. */
export const asLocalTime = (at: Date): string =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`

/** The last one that the API accepts; without it browsers offer years of six digits. */
export const lastLocalTime = '9999-12-30T00:00'

/** The moment that was typed. If it was left as planned it stays exact: an input has no seconds, and when clocks go back an hour exists twice. */
export function momentOf(typed: string, planned?: string | null): string | undefined {
  if (planned && typed === asLocalTime(new Date(planned))) return planned
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
