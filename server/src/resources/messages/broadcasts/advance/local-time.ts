/** When the local time of a recipient is the requested one. Pure. */
import { isTimezone, momentOf } from '#core/zone.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import { describeLocalTime } from '#resources/messages/reputation/rates.ts'
import type { LocalTime } from '../broadcast.ts'

const hour = 3_600_000

export type Later = { at: Date; waitsFor: string }

const shownOf = (time: string): number => Date.parse(`${time}:00Z`)

/** When the first zone reaches the time: no zone is more than 14 hours ahead of UTC. */
export const beginsAt = ({ time }: Pick<LocalTime, 'time'>): Date => new Date(shownOf(time) - 14 * hour)

/** When the message of this contact is due, and what it waits for until then. A contact without a zone has the fallback of the field. */
export function laterFor(
  { time, timezone, field }: LocalTime,
  { properties }: Pick<Contact, 'properties'>,
  fields: Fields,
): Later {
  const own = properties && Object.hasOwn(properties, field) ? properties[field] : fields.get(field)?.fallback
  const zone = typeof own === 'string' && isTimezone(own) ? own : timezone
  return { at: momentOf(shownOf(time), zone), waitsFor: describeLocalTime(time, zone) }
}

/** A clock that is ahead reaches the time that much sooner. */
export const sooner = (later: Later | null, aheadMs: number): Later | null =>
  later && { ...later, at: new Date(later.at.getTime() - aheadMs) }
