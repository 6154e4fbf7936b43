/** Who gets a broadcast and who is excluded, in words. */
import type { BroadcastPreview } from '@posthorn/contract/broadcasts/replies'
import { count } from '#style/figures.ts'
import { audienceOf, type BroadcastDraft } from './edits.ts'
import { chooseAudience } from './problems.ts'

type Channel = 'email' | 'sms'
type Excluded = BroadcastPreview['excluded'][number]

const reasons: Record<Channel, Record<Excluded['reason'], string>> = {
  email: {
    unsubscribed: 'not subscribed',
    suppressed: 'on the suppression list',
    no_address: 'without an email address',
  },
  sms: {
    unsubscribed: 'not subscribed',
    suppressed: 'opted out or suppressed',
    no_address: 'without a phone number',
  },
}

/** “311 unsubscribed”, largest first, without reasons that apply to nobody. */
export const leftOut = (channel: Channel, excluded: readonly Excluded[]): string[] =>
  excluded
    .filter(one => one.count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(one => `${count(one.count)} ${reasons[channel][one.reason]}`)

/** “1 recipient”, “12,480 recipients”. */
export const recipients = (number: number): string => `${count(number)} ${number === 1 ? 'recipient' : 'recipients'}`

/** The number of recipients, once there is an audience to count. */
export const reachOf = (forecast: { broadcast: BroadcastDraft; recipients: number }): string =>
  audienceOf(forecast.broadcast) === undefined ? chooseAudience : recipients(forecast.recipients)
