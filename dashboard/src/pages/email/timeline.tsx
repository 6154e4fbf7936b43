import type { EmailEvent } from '@posthorn/contract/messages/email-replies'
import { EventList } from '#messages/event-list.tsx'
import { shownEvents } from '#messages/shown-events.ts'
import { Badge } from '#status/badge.tsx'
import { toneOf } from '#status/message-status.tsx'
import { byRecipient } from './by-recipient.ts'

/** The events of the whole email, then those of each recipient. */
export function Timeline({ events, to }: { events: readonly EmailEvent[]; to: readonly string[] }) {
  const { whole, recipients } = byRecipient(events, to)
  return (
    <div className="space-y-5">
      {whole.length > 0 && <EventList events={whole} />}
      {recipients.map(({ recipient, events }) => (
        <section key={recipient} aria-label={recipient}>
          <h3 className="mb-2 flex flex-wrap items-center justify-between gap-2 font-medium break-all">
            {recipient}
            <LastStatus events={events} />
          </h3>
          <EventList events={events} />
        </section>
      ))}
    </div>
  )
}

function LastStatus({ events }: { events: readonly EmailEvent[] }) {
  const last = shownEvents({ events }).at(-1)
  return last ? <Badge tone={toneOf(last.type)}>{last.name}</Badge> : null
}
