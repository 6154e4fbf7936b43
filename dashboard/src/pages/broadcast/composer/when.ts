/** When to send a broadcast, as chosen on the page. */
import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastSend } from '@posthorn/contract/broadcasts/requests'
import { asLocalTime, momentOf } from '#time/local-time.ts'

export type When = {
  kind: 'now' | 'at' | 'local'
  /** The value of a datetime-local input: 2027-01-31T09:00. */
  time: string
  /** For `local`: the fallback for contacts without a time zone. */
  timezone: string
  /** The moment that it is scheduled for. */
  planned?: string
}

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
    return { kind: 'at', time: asLocalTime(new Date(scheduled_for)), timezone: ownZone, planned: scheduled_for }
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9)
  return { kind: 'now', time: asLocalTime(tomorrow), timezone: ownZone }
}

type Spread = Pick<Broadcast, 'pace' | 'ab_test'>

/** The request to the API, or the problem with it. */
export function sendOf(
  { kind, time, timezone, planned }: When,
  { pace, ab_test }: Spread,
  now: number,
): BroadcastSend | { problem: string } {
  if (kind === 'now') return {}
  const scheduled_for = momentOf(time, planned)
  if (!scheduled_for) return { problem: 'Enter the date and time at which to send it.' }
  if (kind === 'local' && (pace || ab_test))
    return {
      problem:
        'Sending in each recipient’s time zone does not work with a pace or an A/B test. Remove it or choose a set time.',
    }
  if (kind === 'local') return timezone ? { local_time: time, timezone } : { problem: 'Choose a fallback time zone.' }
  return Date.parse(scheduled_for) < now
    ? { problem: 'This time has passed. Choose a later one or send it now.' }
    : { scheduled_for }
}
