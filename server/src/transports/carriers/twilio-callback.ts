/**
 * Reads callbacks of Twilio: receipts at the URL given with the message, and inbound messages at the URL configured for the
 * number. https://www.twilio.com/docs/messaging/guides/track-outbound-message-status and
 * https://www.twilio.com/docs/messaging/guides/webhook-request
 */
import type { CallbackReading, CallbackRequest, Receipt } from '../carrier.ts'
import {
  answeredKeyword,
  inboundRead,
  maxCallbackBytes,
  optOutIn,
  receiptRead,
  unauthorized,
  unreadable,
} from './callback.ts'
import { twilioCodes } from './error-codes.ts'
import { messageKeyIn } from './message-key.ts'
import { oneLine } from './one-line.ts'
import { isSignedByTwilio } from './twilio-signature.ts'

const emptyText = { type: 'text/plain', body: '' }
const emptyTwiml = { type: 'text/xml', body: '<Response/>' }

const maxParameters = 200
const maxMedia = 10

const finalStates: ReadonlyMap<string, Receipt['state']> = new Map([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'undelivered'],
  ['canceled', 'undelivered'],
])

/** An unknown status counts as sent. */
export const twilioState = (status: string): Receipt['state'] => finalStates.get(status) ?? 'sent'

export function readTwilioCallback(
  { url, headers, body }: CallbackRequest,
  { carrier, authToken }: { carrier: string; authToken: string },
): CallbackReading {
  const signature = headers['x-twilio-signature']
  if (!signature || body.length > maxCallbackBytes) return unauthorized
  const form = new URLSearchParams(body.toString('utf8'))
  if (form.size > maxParameters || !isSignedByTwilio({ url, form, signature }, authToken)) return unauthorized
  const isFromPerson = form.get('SmsStatus') === 'received' || !form.has('MessageStatus')
  return isFromPerson ? readInbound(form, carrier) : readReceipt(form, url, carrier)
}

function readReceipt(form: URLSearchParams, url: string, carrier: string): CallbackReading {
  const status = only(form, 'MessageStatus')
  const carrierId = only(form, 'MessageSid')
  if (!status || !carrierId) return unreadable
  const words = [status, form.get('ErrorCode'), form.get('ErrorMessage')].filter(Boolean).join(' ')
  const optOut = optOutIn(twilioCodes, form.get('ErrorCode') ?? '')
  const about = { carrier, carrierId, sms: messageKeyIn(url), ...optOut }
  return receiptRead({ ...about, state: twilioState(status), reply: oneLine(words) }, emptyText)
}

function readInbound(form: URLSearchParams, carrier: string): CallbackReading {
  const [carrierId, from, to, body, media] = ['MessageSid', 'From', 'To', 'Body', 'NumMedia'].map(name =>
    only(form, name),
  )
  // An empty text is still present. Names and values are signed without separators, so no parameter may be missing.
  if (!carrierId || !from || !to || body === undefined || !media) return unreadable
  const count = Math.min(Number(media) || 0, maxMedia)
  const mediaUrls = Array.from({ length: count }, (_, index) => only(form, `MediaUrl${index}`) ?? '')
  // Set for the words of "Advanced Opt-Out", which the account chooses.
  const answered = answeredKeyword(form.get('OptOutType') ?? '')
  return inboundRead({ carrier, carrierId, from, to, body, mediaUrls, ...answered }, emptyTwiml)
}

/** Undefined for a repeated parameter, since either value could be meant. */
function only(form: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = form.getAll(name)
  return others.length === 0 ? value : undefined
}
