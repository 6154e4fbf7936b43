/** Shared by the callbacks of all carriers. The signature of a callback is checked before anything else. */
import type { CallbackReading, InboundSms, Receipt } from '../carrier.ts'
import type { Meaning } from './error-codes.ts'

/** Far larger than any callback of a carrier. */
export const maxCallbackBytes = 262_144

export const unauthorized: CallbackReading = { kind: 'unauthorized' }
export const unreadable: CallbackReading = { kind: 'unreadable' }

/** Sent to a recipient whose STOP the carrier has. */
export const optOutIn = (codes: ReadonlyMap<string, Meaning>, code: string): Pick<Receipt, 'optedOut'> =>
  codes.get(code) === 'opted_out' ? { optedOut: true } : {}

const keywords: ReadonlyMap<string, NonNullable<InboundSms['keyword']>> = new Map([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
])

/** By the carrier's name for its own answer; empty when it has not answered. */
export function answeredKeyword(name: string): Pick<InboundSms, 'keyword' | 'isAnswered'> {
  const keyword = keywords.get(name.toUpperCase())
  return { ...(name !== '' && { isAnswered: true }), ...(keyword && { keyword }) }
}

type Reply = { type: string; body: string }

export const receiptRead = (receipt: Receipt, reply: Reply): CallbackReading =>
  isStorableId(receipt.carrierId) ? { kind: 'read', receipts: [receipt], inbound: [], reply } : unreadable

/** The database can store neither NUL nor lone surrogates. */
export function inboundRead(message: InboundSms & { carrierId: string }, reply: Reply): CallbackReading {
  const { carrierId, from, to } = message
  if (!isStorableId(carrierId) || !isNumber(from) || !isNumber(to)) return unreadable
  const inbound = { ...message, body: storable(message.body), mediaUrls: message.mediaUrls.filter(isUrl) }
  return { kind: 'read', receipts: [], inbound: [inbound], reply }
}

export const nothingRead = (reply: Reply): CallbackReading => ({ kind: 'read', receipts: [], inbound: [], reply })

/** Whether a carrier's message id can be stored. */
export const isStorableId = (carrierId: string): boolean => /^[\x21-\x7e]{1,100}$/.test(carrierId)

/** A number, a short code or a sender name. */
const isNumber = (text: string): boolean => /^[\x20-\x7e]{1,50}$/.test(text)

const isUrl = (text: string): boolean => /^https?:\/\/[\x21-\x7e]{1,2000}$/.test(text)

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
