/** Reads callbacks of Telnyx: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
import type { KeyObject } from 'node:crypto'
import type { CallbackReading, CallbackRequest, Receipt } from '../carrier.ts'
import {
  answeredKeyword,
  inboundRead,
  maxCallbackBytes,
  nothingRead,
  optOutIn,
  receiptRead,
  unauthorized,
  unreadable,
} from './callback.ts'
import { dollars } from './dollars.ts'
import { telnyxCodes } from './error-codes.ts'
import { type Fields, fieldsOf, firstOf, listOf, parseFields, textOf } from './fields.ts'
import { messageKeyIn } from './message-key.ts'
import { oneLine } from './one-line.ts'
import { isSignedByTelnyx } from './telnyx-signature.ts'

const emptyJson = { type: 'application/json', body: '{}' }
const maxMedia = 10

/** `delivery_unconfirmed` is not final: the message was sent, and the network reports nothing more. */
const finalStates: ReadonlyMap<string, Receipt['state']> = new Map([
  ['delivered', 'delivered'],
  ['sending_failed', 'undelivered'],
  ['delivery_failed', 'undelivered'],
  ['expired', 'undelivered'],
])

/** An unknown status counts as sent. */
export const telnyxState = (status: string): Receipt['state'] => finalStates.get(status) ?? 'sent'

export function readTelnyxCallback(
  { headers, body }: CallbackRequest,
  { carrier, publicKey, now }: { carrier: string; publicKey: KeyObject; now: Date },
): CallbackReading {
  const { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': timestamp } = headers
  if (!signature || !timestamp || body.length > maxCallbackBytes) return unauthorized
  if (!isSignedByTelnyx({ body, signature, timestamp }, publicKey, now)) return unauthorized
  const { event_type, payload } = fieldsOf(parseFields(body.toString('utf8'))?.data)
  switch (event_type) {
    case 'message.sent':
    case 'message.finalized':
      return readReceipt(fieldsOf(payload), carrier)
    case 'message.received':
      return readInbound(fieldsOf(payload), carrier)
    default:
      // Other events are not used, but an error would make Telnyx repeat them.
      return typeof event_type === 'string' ? nothingRead(emptyJson) : unreadable
  }
}

/** The URL is read from the body, which is signed, unlike the URL of the request. */
function readReceipt({ id, to, cost, errors, webhook_url }: Fields, carrier: string): CallbackReading {
  const status = textOf(firstOf(to).status)
  if (status === '') return unreadable
  const { code, title, detail } = firstOf(errors)
  const { amount, currency } = fieldsOf(cost)
  const receipt = {
    carrier,
    carrierId: textOf(id),
    sms: messageKeyIn(textOf(webhook_url)),
    state: telnyxState(status),
    reply: oneLine([status, ...[code, title, detail].map(textOf)].filter(Boolean).join(' ')),
    ...dollars(textOf(amount), textOf(currency)),
    ...optOutIn(telnyxCodes, textOf(code)),
  }
  return receiptRead(receipt, emptyJson)
}

function readInbound(
  { id, from, to, text, media, autoresponse_type: answered }: Fields,
  carrier: string,
): CallbackReading {
  const urls = listOf(media).slice(0, maxMedia)
  const message = {
    carrier,
    carrierId: textOf(id),
    from: textOf(fieldsOf(from).phone_number),
    to: textOf(firstOf(to).phone_number),
    body: textOf(text),
    mediaUrls: urls.map(one => textOf(fieldsOf(one).url)),
    // Set also for words that the account has chosen itself.
    ...answeredKeyword(textOf(answered)),
  }
  return inboundRead(message, emptyJson)
}
