/**
 * What must hold for text messages after any fault. Expressed for the checker of emails: a part of a message is what a recipient
 * is to an email. Receipts, texts and prices are checked here.
 */
import type { Sms } from '@posthorn/contract/messages/sms'
import type { SubmittedMessage } from '../../sinks/smsc-message.ts'
import { newPhoneNumber } from '../http-client/unique.ts'
import { faultsOf, type Heard, type History, type Intent, type Receipt } from './checker.ts'
import type { RequestKind } from './senders.ts'

export type SmsHistory = {
  intents: readonly Intent[]
  heard: readonly Heard[]
  submitted: readonly Submitted[]
  /** Read one by one. */
  messages: readonly ReportedSms[]
  /** The ids of the whole list. */
  listed: readonly string[]
  smsConsumed: number
}

type Submitted = Pick<SubmittedMessage, 'to' | 'udh' | 'text'>
type ReportedSms = Pick<
  Sms,
  | ('id' | 'to' | 'status' | 'events' | 'segments_count' | 'credits_consumed')
  | ('created_at' | 'sent_at' | 'delivered_at')
>

const creditsPerPart = 10

/** The key is the number, which no other message has. Every tenth is long. */
export const textMessages: RequestKind = {
  path: '/v1/sms',
  newIntent: nth => newTextMessage(newPhoneNumber(), nth % 10 === 9 ? 3 : 1),
  bodyOf: intent => ({ from: '+14155550100', to: intent.key, body: textsOf(intent).join('') }),
}

export const newTextMessage = (number: string, parts: number): Intent => ({
  key: number,
  recipients: Array.from({ length: parts }, (_, index) => nameOfPart(number, index + 1)),
})

const nameOfPart = (number: string, nth: number) => `${number} part ${nth}`

/** Each fills its part to the last letter. */
export const textsOf = ({ recipients }: Intent): string[] =>
  recipients.map(name => name.padEnd(recipients.length > 1 ? 153 : 0, '.'))

/** The number of the part, from its header. */
export const partOf = ({ udh }: Pick<SubmittedMessage, 'udh'>): number => udh[5] ?? 1

/** Every broken promise in words; empty when all is well. */
export function smsFaultsOf({ intents, heard, submitted, messages, listed, smsConsumed }: SmsHistory): string[] {
  const intentOf = new Map(intents.map(intent => [intent.key, intent]))
  const inEmails: History = {
    ...{ intents, heard, listed },
    receipts: submitted.map(toReceipt),
    emails: messages.map(message => toEmail(message, intentOf.get(message.to))),
    emailConsumed: smsConsumed / creditsPerPart,
  }
  return [
    ...faultsOf(inEmails),
    ...messages.flatMap(wrongEnd),
    ...submitted.flatMap(one => wrongText(one, intentOf.get(`+${one.to}`))),
  ]
}

function toReceipt(one: Submitted): Receipt {
  const number = `+${one.to}`
  return { key: number, messageId: number, recipients: [nameOfPart(number, partOf(one))] }
}

const toldOfHandingOver = ['sent', 'unconfirmed', 'possible_duplicate', 'delivery_delayed'] as const

/** The events of the message apply to each of its parts. Until it is delivered it is under way. */
function toEmail(message: ReportedSms, intent: Intent | undefined): History['emails'][number] {
  const { id, status, created_at, sent_at, events } = message
  return {
    ...{ id, created_at, sent_at },
    status: status === 'delivered' ? 'sent' : status === 'failed' ? 'failed' : 'processing',
    events: events.flatMap(event => {
      const type = toldOfHandingOver.find(one => one === event.type)
      if (!type) return []
      return (intent?.recipients ?? []).map(recipient => ({ type, created_at: event.created_at, data: { recipient } }))
    }),
  }
}

function wrongEnd({ to, sent_at, delivered_at, events, credits_consumed, segments_count }: ReportedSms): string[] {
  const delivered = events.filter(({ type }) => type === 'delivered').length
  return [
    ...(delivered === 1 ? [] : [`said to be delivered ${delivered} times`]),
    ...(delivered_at && sent_at && sent_at <= delivered_at ? [] : ['delivered before it was sent, or never']),
    ...(credits_consumed === segments_count * creditsPerPart ? [] : [`said to cost ${credits_consumed}`]),
  ].map(fault => `${to}: ${fault}`)
}

const wrongText = (one: Submitted, intent: Intent | undefined): string[] =>
  intent && textsOf(intent)[partOf(one) - 1] === one.text ? [] : [`+${one.to}: got another text: ${one.text}`]
