/** When a broadcast is to leave, as it is chosen on the page. */
import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastSend } from '@posthorn/contract/broadcasts/requests'

export type When = {
  kind: 'now' | 'at' | 'local'
  /** As an input of date and time writes it: 2027-01-31T09:00. */
  time: string
  /** For `local`: of those whose own is not known. */
  timezone: string
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** A moment as the clock on the wall says it. */
export const onTheWall = (at: Date): string =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`

/** Tomorrow at nine, unless it has a time already. */
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
    return { kind: 'at', time: onTheWall(new Date(scheduled_for)), timezone: ownZone }
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9)
  return { kind: 'now', time: onTheWall(tomorrow), timezone: ownZone }
}

type Spread = Pick<Broadcast, 'pace' | 'ab_test'>

/** What is asked of the API, or what is wrong with it. */
export function sendOf(
  { kind, time, timezone }: When,
  { pace, ab_test }: Spread,
  now: number,
): BroadcastSend | { problem: string } {
  if (kind === 'now') return {}
  const at = new Date(time).getTime()
  if (Number.isNaN(at)) return { problem: 'Say the day and the time at which it is to be sent.' }
  if (kind === 'local' && (pace || ab_test))
    return {
      problem: 'On each recipient’s clock there is neither a pace nor an A/B test. Take it away, or choose a time.',
    }
  if (kind === 'local')
    return timezone ? { local_time: time, timezone } : { problem: 'Say the zone of those whose own is not known.' }
  return at < now
    ? { problem: 'This time has passed. Choose a later one, or send it now.' }
    : { scheduled_for: new Date(at).toISOString() }
}
