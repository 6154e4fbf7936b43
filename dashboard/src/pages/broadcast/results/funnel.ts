/** From all recipients to those who clicked. */
import type { Broadcast, BroadcastFigures, RecipientOutcome } from '@posthorn/contract/broadcasts/replies'

type Step = { name: string; value: number /** Of all messages. */; share: number; note?: string }

type Counted = Pick<Broadcast, 'channel' | 'figures'> & { track_opens?: boolean; track_clicks?: boolean }

/** Opens and clicks are steps only if they are tracked. */
export function funnelOf({ channel, figures, track_opens, track_clicks }: Counted): Step[] {
  const step = (name: string, value: number, note?: string): Step => ({
    name,
    value,
    share: figures.messages > 0 ? value / figures.messages : 0,
    ...(note && { note }),
  })
  const machines = (number: number) => (number > 0 ? `and ${number.toLocaleString('en')} only by machines` : undefined)
  return [
    step('Recipients', figures.messages),
    step('Sent', figures.sent),
    step('Delivered', figures.delivered),
    ...(channel === 'email' && track_opens ? [step('Opened', figures.opened, machines(figures.machine_opened))] : []),
    ...(channel === 'email' && track_clicks
      ? [step('Clicked', figures.clicked, machines(figures.machine_clicked))]
      : []),
  ]
}

type Loss = { name: string; value: number; outcome?: RecipientOutcome }

/** Tried, and neither accepted nor given up. `sent` includes those that bounced. */
const delayedOf = ({ messages, waiting, sent, failed, suppressed, canceled }: BroadcastFigures): number =>
  messages - waiting - sent - failed - suppressed - canceled

/** The other outcomes that occurred. */
export function lossesOf(channel: Broadcast['channel'], figures: BroadcastFigures): Loss[] {
  const losses: Loss[] = [
    { name: 'Waiting', value: figures.waiting, outcome: 'waiting' },
    // The list of recipients does not tell delayed text messages from waiting ones.
    { name: 'Delayed', value: delayedOf(figures), ...(channel === 'email' && { outcome: 'delayed' }) },
    { name: channel === 'sms' ? 'Undelivered' : 'Bounced', value: figures.bounced, outcome: 'bounced' },
    { name: 'Failed', value: figures.failed, outcome: 'failed' },
    { name: 'Suppressed', value: figures.suppressed, outcome: 'suppressed' },
    { name: 'Canceled', value: figures.canceled, outcome: 'canceled' },
    { name: 'Spam complaints', value: figures.complained, outcome: 'complained' },
    { name: 'Unsubscribed', value: figures.unsubscribed },
  ]
  return losses.filter(({ value }) => value > 0)
}
