/** Times in Resend's formats: ISO 8601 with any offset or none (UTC), or text such as "in 1 min". */

import { invalid } from '#core/refusal.ts'
import { timeOfIso } from '#http/door/iso-time.ts'

const seconds: Record<string, number> = {
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  h: 3600,
  hour: 3600,
  day: 86_400,
  week: 604_800,
}
const words = /^in (\d{1,5}|an?) ?([a-z]{1,6}?)s?$/i

/** Without a time, the clock is not read. */
export const timeOf = async (scheduledAt: string | null | undefined, now: () => Promise<Date>) =>
  scheduledAt === undefined || scheduledAt === null ? undefined : momentOf(scheduledAt, await now())

/** Converts to the format of our own API. */
export function momentOf(text: string, now: Date): string {
  const [, count = '', unit = ''] = words.exec(text.trim()) ?? []
  const length = seconds[unit.toLowerCase()]
  if (length !== undefined) {
    const many = /^\d/.test(count) ? Number(count) : 1
    return new Date(now.getTime() + many * length * 1_000).toISOString()
  }
  const moment = timeOfIso(text)
  if (moment) return moment.toISOString()
  throw invalid({
    path: 'scheduled_at',
    message: 'must be a time in ISO 8601, such as 2027-01-31T09:30:00Z, or words such as "in 10 min"',
  })
}
