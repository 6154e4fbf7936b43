import type { EmailEvent } from '@posthorn/contract/messages/email-replies'

type RecipientEvents = { recipient: string; events: EmailEvent[] }

/**
 * Splits events into those of the whole email and those of each recipient: first the To recipients in order, then copies,
 * which only appear in events.
 */
export function byRecipient(events: readonly EmailEvent[], to: readonly string[]) {
  const known = new Map<string, EmailEvent[]>(to.map(recipient => [recipient, []]))
  const whole: EmailEvent[] = []
  for (const event of events) {
    const { recipient } = event.data
    if (!recipient) whole.push(event)
    else known.set(recipient, [...(known.get(recipient) ?? []), event])
  }
  const recipients: RecipientEvents[] = [...known].map(([recipient, events]) => ({ recipient, events }))
  return { whole, recipients }
}
