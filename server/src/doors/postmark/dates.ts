/** Postmark's filters are days or times in the Eastern time zone. Both ends are inclusive. */

import { invalid } from '#core/refusal.ts'
import { momentOf } from '#core/zone.ts'
import { timeOfIso } from '#http/door/iso-time.ts'

const zone = 'America/New_York'
const form = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/
const day = 86_400_000

export type Between = { created_after?: string; created_before?: string }

export function between(from: string | undefined, to: string | undefined): Between {
  return {
    ...(from && { created_after: moment(momentAt(from, 'fromdate').getTime() - 1) }),
    ...(to && { created_before: moment(endOf(to).getTime()) }),
  }
}

const moment = (ms: number): string => new Date(ms).toISOString()

/** The end of a day, or one second after a time. */
const endOf = (text: string): Date =>
  text.length <= 10 ? momentAt(text, 'todate', day) : momentAt(text, 'todate', 1_000)

function momentAt(text: string, path: string, later = 0): Date {
  const [, date, time = '00:00:00'] = form.exec(text) ?? []
  const shown = timeOfIso(`${date}T${time}`)
  if (!shown) throw invalid({ path, message: 'must be a day or a time, such as 2027-01-31T09:30:00' })
  return momentOf(shown.getTime() + later, zone)
}
