import type { EmailEvent } from '@posthorn/contract/messages/email-replies'
import type { SmsEvent } from '@posthorn/contract/messages/sms'
import { Happening, HappeningList } from '#status/happening.tsx'
import { toneOf } from '#status/message-status.tsx'
import { EventWords } from './event-words.tsx'
import { happened, nameOfEvent } from './happened.ts'

/** The events of a message, oldest first, each attempt with the reply of the remote server. */
export function EventList({ events }: { events: readonly (EmailEvent | SmsEvent)[] }) {
  if (events.length === 0) return <p className="text-sm text-faint">No events yet.</p>
  return (
    <HappeningList>
      {happened(events).map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
        <Happening key={at} name={nameOfEvent(event)} tone={toneOf(event.type)} at={event.created_at}>
          <EventWords data={event.data} />
        </Happening>
      ))}
    </HappeningList>
  )
}
