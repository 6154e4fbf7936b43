import { readFrom } from '#core/addresses/sender.ts'
import { invalid } from '#core/refusal.ts'
import type { Confirmation } from './topic.ts'

export const defaultExpiryHours = 168

type Asked = { confirm?: boolean | undefined; confirmation?: Confirmation | undefined }
type Topic = { isDefaultTopic: boolean; confirmation: Confirmation | null }

/** The settings after the request: `confirm` switches confirmation on or off; without it, the state stays. */
export function confirmationOf({ confirm, confirmation }: Asked, topic: Topic): Confirmation | null {
  const isOn = confirm ?? topic.confirmation !== null
  if (!isOn) {
    if (confirm === undefined && confirmation)
      throw invalid({ path: 'confirm', message: 'must be true for these settings to apply' })
    return null
  }
  // The domain is checked when sending; only an invalid sender is refused here.
  const sender = confirmation && readFrom(confirmation.from)
  if (sender && 'fault' in sender) throw invalid({ path: 'confirmation.from', message: sender.fault })
  const settings = confirmation ?? topic.confirmation
  if (!settings)
    throw invalid({ path: 'confirmation', message: 'is required: it names the sender of the confirmation' })
  if (topic.isDefaultTopic)
    throw invalid({
      path: 'confirm',
      message: 'cannot be true for a default topic: nobody asked to be subscribed to it',
    })
  const { reminder_after_hours: reminder, expires_after_hours: expiry = defaultExpiryHours } = settings
  if (reminder !== undefined && reminder >= expiry)
    throw invalid({ path: 'confirmation.reminder_after_hours', message: 'must be less than expires_after_hours' })
  return settings
}
