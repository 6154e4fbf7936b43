/** Events as shown to people: a captured message was neither sent nor delivered. */
import type { EmailEvent } from '@posthorn/contract/messages/email-replies'
import type { SmsEvent } from '@posthorn/contract/messages/sms'
import { inWords } from '#status/message-status.tsx'

type MessageEvent = Pick<EmailEvent, 'type' | 'data'> | Pick<SmsEvent, 'type' | 'data'>

type Message<E> = {
  events: readonly E[]
  /** True for a captured text message, whose carrier can have any name. An email can be captured for some recipients only. */
  isCaptured?: boolean | undefined
}

const isByCapture = ({ data }: MessageEvent): boolean => 'transport' in data && data.transport === 'capture'

/** The events with their names. For a captured message, one event is enough. */
export const shownEvents = <E extends MessageEvent>({ events, isCaptured }: Message<E>): (E & { name: string })[] =>
  events.flatMap(event => {
    const wasKept = isCaptured || isByCapture(event)
    if (wasKept && event.type === 'sent') return []
    return [{ ...event, name: wasKept && event.type === 'delivered' ? 'Captured' : inWords(event.type) }]
  })
