/**
 * Computes when a cron expression fires. A fixed time of day fires once on each of its days: if the clock skips it, at the moment of the skip; if the
 * clock shows it twice, the first time. An expression for every hour follows elapsed time through both changes, so that no real hour is left out.
 */
import { Cron, CronPattern } from 'croner'
import { canonicalName, clockTimeAt, momentOf } from '#core/zone.ts'

/** Five fields, without seconds. */
const mode = '5-part'

/** Returns the fault, or undefined. `now` is needed to detect that it never fires again. */
export function faultOfCron(cron: string, now: Date): string | undefined {
  try {
    if (cron.length > 256) return expected
    new CronPattern(cron, undefined, { mode })
  } catch (error) {
    return withoutSeconds(cron) ?? `${expected} (${reasonOf(error)})`
  }
  return nextFire(cron, 'UTC', now) ? undefined : 'must fire some day: there is no such date'
}

const expected =
  'must be minute, hour, day of the month, month and day of the week, such as 0 9 * * MON-FRI, or a word such as @daily'

const withoutSeconds = (cron: string): string | undefined =>
  cron.trim().split(/\s+/).length === 6
    ? 'must have five fields, without seconds: it fires once a minute at most'
    : undefined

/** The library counts days and months from 0 in its messages, and tells of more parts than this mode has. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be read'
  return error.message
    .replace(/^CronPattern: /, '')
    .replace(/(?<=value for (?:day|month): )-?\d+$/, value => String(Number(value) + 1))
    .replace('five, six, or seven', 'five')
    .slice(0, 160)
}

/** The first time after `after`; undefined if there is none. */
export function nextFire(cron: string, timezone: string, after: Date): Date | undefined {
  const isForEveryHour = new CronPattern(cron, undefined, { mode }).hour.every(Boolean)
  if (isForEveryHour) return new Cron(cron, { mode, timezone: canonicalName(timezone) }).nextRun(after) ?? undefined

  const onTheClock = new Cron(cron, { mode, utcOffset: 0 })
  // Times that the clock has already shown cannot come again, so the search starts here.
  let shown = onTheClock.nextRun(new Date(clockTimeAt(after, timezone)))
  while (shown) {
    const moment = momentOf(shown.getTime(), timezone)
    if (moment > after) return moment
    shown = onTheClock.nextRun(shown)
  }
  return undefined
}
