import type { EmailEvent } from '@posthorn/contract/messages/email-replies'
import type { SmsEvent } from '@posthorn/contract/messages/sms'
import { toneOf } from '#status/message-status.tsx'
import { TimelineEntry, TimelineList } from '#status/timeline-entry.tsx'
import { EventWords } from './event-words.tsx'
import { shownEvents } from './shown-events.ts'

type Props = {
  events: readonly (EmailEvent | SmsEvent)[]
  /** The whole message was captured. */
  isCaptured?: boolean | undefined
}

/** The events of a message, oldest first, each attempt with the reply of the remote server. */
export function EventList({ events, isCaptured }: Props) {
  if (events.length === 0) return <p className="text-sm text-faint">No events yet.</p>
  return (
    <TimelineList>
      {shownEvents({ events, isCaptured }).map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
        <TimelineEntry key={at} name={event.name} tone={toneOf(event.type)} at={event.created_at}>
          <EventWords data={event.data} />
        </TimelineEntry>
      ))}
    </TimelineList>
  )
}
