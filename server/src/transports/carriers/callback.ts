/** What callbacks of all carriers have in common. Nothing of a callback is looked at before its signature has been. */
import type { CallbackReading, InboundSms, Receipt } from '../carrier.ts'

/** No callback of a carrier comes near it. */
export const largestCallback = 262_144

export const unauthorized: CallbackReading = { kind: 'unauthorized' }
export const unreadable: CallbackReading = { kind: 'unreadable' }

type Reply = { type: string; body: string }

export const receiptRead = (receipt: Receipt, reply: Reply): CallbackReading =>
  hasName(receipt.carrierId) ? { kind: 'read', receipts: [receipt], inbound: [], reply } : unreadable

/** The database takes neither NUL nor half a character. */
export function inboundRead(message: InboundSms & { carrierId: string }, reply: Reply): CallbackReading {
  const { carrierId, from, to } = message
  if (!hasName(carrierId) || !isNumber(from) || !isNumber(to)) return unreadable
  const inbound = { ...message, body: storable(message.body), mediaUrls: message.mediaUrls.filter(isUrl) }
  return { kind: 'read', receipts: [], inbound: [inbound], reply }
}

export const nothingRead = (reply: Reply): CallbackReading => ({ kind: 'read', receipts: [], inbound: [], reply })

/** What a carrier calls a message, as far as it can be kept. */
export const hasName = (carrierId: string): boolean => /^[\x21-\x7e]{1,100}$/.test(carrierId)

/** A number, a short code, or the name of a sender. */
const isNumber = (text: string): boolean => /^[\x20-\x7e]{1,50}$/.test(text)

const isUrl = (text: string): boolean => /^https?:\/\/[\x21-\x7e]{1,2000}$/.test(text)

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
