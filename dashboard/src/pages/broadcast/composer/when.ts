/** When to send a broadcast, as chosen on the page. */
import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastSend } from '@posthorn/contract/broadcasts/requests'

export type When = {
  kind: 'now' | 'at' | 'local'
  /** The value of a datetime-local input: 2027-01-31T09:00. */
  time: string
  /** For `local`: the fallback for contacts without a time zone. */
  timezone: string
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** A moment in local time, in the format of a datetime-local input. */
export const asLocalTime = (at: Date): string =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`

/** Now, with tomorrow at nine as the suggested time, unless it is already scheduled. */
export function firstWhen(
  {
    state,
    scheduled_for,
    local_time,
    timezone,
  }: Pick<Broadcast, 'state' | 'scheduled_for' | 'local_time' | 'timezone'>,
  now: Date,
  ownZone: string,
): When {
  if (local_time !== undefined) return { kind: 'local', time: local_time, timezone: timezone ?? ownZone }
  if (state === 'scheduled' && scheduled_for !== null)
    return { kind: 'at', time: asLocalTime(new Date(scheduled_for)), timezone: ownZone }
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9)
  return { kind: 'now', time: asLocalTime(tomorrow), timezone: ownZone }
}

type Spread = Pick<Broadcast, 'pace' | 'ab_test'>

/** The request to the API, or the problem with it. */
export function sendOf(
  { kind, time, timezone }: When,
  { pace, ab_test }: Spread,
  now: number,
): BroadcastSend | { problem: string } {
  if (kind === 'now') return {}
  const at = new Date(time).getTime()
  if (Number.isNaN(at)) return { problem: 'Enter the date and time at which to send it.' }
  if (kind === 'local' && (pace || ab_test))
    return {
      problem:
        'Sending in each recipient’s time zone does not work with a pace or an A/B test. Remove it or choose a set time.',
    }
  if (kind === 'local') return timezone ? { local_time: time, timezone } : { problem: 'Choose a fallback time zone.' }
  return at < now
    ? { problem: 'This time has passed. Choose a later one or send it now.' }
    : { scheduled_for: new Date(at).toISOString() }
}
