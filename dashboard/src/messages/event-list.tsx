import type { EmailEvent } from '@posthorn/contract/email-replies'
import type { SmsEvent } from '@posthorn/contract/sms'
import { Happening, HappeningList } from '#status/happening.tsx'
import { inWords, toneOf } from '#status/message-status.tsx'
import { EventWords } from './event-words.tsx'

/** What happened to a message, oldest first, every attempt with the words of the other side. */
export function EventList({ events }: { events: readonly (EmailEvent | SmsEvent)[] }) {
  if (events.length === 0) return <p className="text-sm text-faint">Nothing yet.</p>
  return (
    <HappeningList>
      {events.map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
        <Happening key={at} name={inWords(event.type)} tone={toneOf(event.type)} at={event.created_at}>
          <EventWords data={event.data} />
        </Happening>
      ))}
    </HappeningList>
  )
}
