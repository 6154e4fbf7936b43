import type { BroadcastFigures } from '@posthorn/contract/broadcasts/replies'

export const noFigures: BroadcastFigures = {
  messages: 0,
  waiting: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  failed: 0,
  suppressed: 0,
  canceled: 0,
  opened: 0,
  machine_opened: 0,
  clicked: 0,
  machine_clicked: 0,
  unsubscribed: 0,
  credits: 0,
}
