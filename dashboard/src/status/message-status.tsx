import type { EmailEventType } from '@posthorn/contract/event-names'
import type { SmsStatus } from '@posthorn/contract/messages/sms'
import { Badge, type Tone } from './badge.tsx'

type Word = EmailEventType | SmsStatus | 'opted_out' | 'opted_in' | 'callback_failed'

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
  callback_failed: 'warn',
}

export const toneOf = (status: Word): Tone => tones[status]
/** Where people read another term than the API has. */
const terms = new Map([
  ['delivery_delayed', 'Delayed'],
  ['complained', 'Spam complaint'],
])

/** “opted_out” → “Opted out” */
export const inWords = (word: string): string =>
  terms.get(word) ?? (word.charAt(0).toUpperCase() + word.slice(1)).replaceAll('_', ' ')

/** A captured message was not delivered, so its status says so. */
export const statusInWords = (status: Word, isCaptured?: boolean): string =>
  isCaptured && status === 'delivered' ? 'Captured' : inWords(status)

type StatusProps = {
  status: Word
  /** Why it has not been sent yet. */
  waitingFor?: string | undefined
  /** Kept here instead of being sent. */
  isCaptured?: boolean | undefined
}

export const MessageStatus = ({ status, waitingFor, isCaptured }: StatusProps) =>
  isCaptured && status === 'delivered' ? (
    <span title="Kept here instead of being sent, because no transport is configured">
      <Badge tone="info">{statusInWords(status, isCaptured)}</Badge>
    </span>
  ) : waitingFor && status === 'processing' ? (
    <span title={waitingFor}>
      <Badge tone="warn">Waiting</Badge>
    </span>
  ) : (
    <Badge tone={toneOf(status)}>{inWords(status)}</Badge>
  )

/** The reason why a message waits changes without an event, so an open message is polled. */
export const openPollMs = 5_000

export const WaitingNotice = ({ waitingFor }: { waitingFor?: string | undefined }) =>
  waitingFor ? <p className="mb-4 rounded-lg border border-warn/40 bg-warn/8 px-4 py-3 text-sm">{waitingFor}</p> : null
