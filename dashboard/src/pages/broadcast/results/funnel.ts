/** From everybody who was meant to those who clicked. */
import type { Broadcast, BroadcastFigures, RecipientOutcome } from '@posthorn/contract/broadcasts/replies'

type Step = { name: string; value: number /** Of those it was made for. */; share: number; note?: string }

type Counted = Pick<Broadcast, 'channel' | 'figures'> & { track_opens?: boolean; track_clicks?: boolean }

/** Opens and clicks are steps where they are counted. */
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

/** What became of the others, each that happened. */
export function lossesOf(channel: Broadcast['channel'], figures: BroadcastFigures): Loss[] {
  const losses: Loss[] = [
    { name: 'Waiting', value: figures.waiting, outcome: 'waiting' },
    { name: channel === 'sms' ? 'Undelivered' : 'Bounced', value: figures.bounced, outcome: 'bounced' },
    { name: 'Failed', value: figures.failed, outcome: 'failed' },
    { name: 'Left out', value: figures.suppressed, outcome: 'suppressed' },
    { name: 'Canceled', value: figures.canceled, outcome: 'canceled' },
    { name: 'Reported as spam', value: figures.complained, outcome: 'complained' },
    { name: 'Unsubscribed', value: figures.unsubscribed },
  ]
  return losses.filter(({ value }) => value > 0)
}
