import type { EmailEventType } from '@posthorn/contract/event-names'
import type { SmsStatus } from '@posthorn/contract/sms'
import { Badge, type Tone } from './badge.tsx'

type Word = EmailEventType | SmsStatus | 'opted_out' | 'opted_in'

const tones: Record<Word, Tone> = {
  scheduled: 'info',
  processing: 'info',
  sent: 'info',
  delivered: 'good',
  delivery_delayed: 'warn',
  bounced: 'bad',
  complained: 'bad',
  failed: 'bad',
  undelivered: 'bad',
  suppressed: 'warn',
  canceled: 'plain',
  received: 'good',
  opened: 'good',
  clicked: 'good',
  unsubscribed: 'warn',
  opted_out: 'warn',
  opted_in: 'good',
  possible_duplicate: 'warn',
  unconfirmed: 'warn',
}

export const toneOf = (status: Word): Tone => tones[status]
/** “delivery_delayed” → “Delivery delayed” */
export const inWords = (word: string): string => (word.charAt(0).toUpperCase() + word.slice(1)).replaceAll('_', ' ')

export const MessageStatus = ({ status }: { status: Word }) => <Badge tone={toneOf(status)}>{inWords(status)}</Badge>
