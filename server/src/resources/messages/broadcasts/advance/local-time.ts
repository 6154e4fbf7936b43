/** When the local time of a recipient is the requested one. Pure. */
import { isTimezone, momentOf } from '#core/zone.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import type { LocalTime } from '../broadcast.ts'

const hour = 3_600_000

const shownOf = (time: string): number => Date.parse(`${time}:00Z`)

/** When the first zone reaches the time: no zone is more than 14 hours ahead of UTC. */
export const beginsAt = ({ time }: Pick<LocalTime, 'time'>): Date => new Date(shownOf(time) - 14 * hour)

export function dueFor({ time, timezone, field }: LocalTime, { properties }: Pick<Contact, 'properties'>): Date {
  const own = properties && Object.hasOwn(properties, field) ? properties[field] : undefined
  const zone = typeof own === 'string' && isTimezone(own) ? own : timezone
  return momentOf(shownOf(time), zone)
}
