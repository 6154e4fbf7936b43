/** Events as shown to people: a captured message was neither sent nor delivered. */
import type { EmailEvent } from '@posthorn/contract/messages/email-replies'
import type { SmsEvent } from '@posthorn/contract/messages/sms'
import { inWords } from '#status/message-status.tsx'

type Told = Pick<EmailEvent, 'type' | 'data'> | Pick<SmsEvent, 'type' | 'data'>

const isCaptured = ({ data }: Told): boolean => 'transport' in data && data.transport === 'capture'

/** For a captured message, one event is enough. */
export const happened = <E extends Told>(events: readonly E[]): E[] =>
  events.filter(event => !(isCaptured(event) && event.type === 'sent'))

export const nameOfEvent = (event: Told): string =>
  isCaptured(event) && event.type === 'delivered' ? 'Captured' : inWords(event.type)
