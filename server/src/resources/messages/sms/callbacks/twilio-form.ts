/** The call as Twilio makes it: a form, signed over the address and all fields. https://www.twilio.com/docs/usage/security */
import { createHmac } from 'node:crypto'
import type { WebhookPost } from '#transports/webhook.ts'
import type { OutboundStatus } from '../sms.ts'

export type Call = {
  smsId: string
  from: string
  to: string
  url: string
  account: string
  /** The reported status, which may no longer be the current one. */
  status: OutboundStatus
  /** It has failed because its recipient has opted out. */
  suppressed: boolean
}

export const twilioWords: Readonly<Record<OutboundStatus, string>> = {
  scheduled: 'scheduled',
  processing: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'canceled',
}

/** The same codes as for the message itself in the Twilio API. */
const errorCodes = { unknown: '30008', optedOut: '21610' }

export function twilioForm({ smsId, from, to, url, account, status, suppressed }: Call, secret: string): WebhookPost {
  const sid = `SM${smsId.replaceAll('-', '')}`
  const word = twilioWords[status]
  const fields = {
    AccountSid: account,
    ApiVersion: '2010-04-01',
    ...((status === 'failed' || status === 'undelivered') && {
      ErrorCode: suppressed ? errorCodes.optedOut : errorCodes.unknown,
    }),
    From: from,
    MessageSid: sid,
    MessageStatus: word,
    SmsSid: sid,
    SmsStatus: word,
    To: to,
  }
  const address = asCalled(url)
  return {
    url: address,
    headers: {
      'x-twilio-signature': twilioSignature(secret, address, fields),
      // The same for each try, so that a receiver can recognize a repetition.
      'i-twilio-idempotency-token': `${sid}.${word}`,
    },
    body: new URLSearchParams(fields).toString(),
    contentType: 'application/x-www-form-urlencoded; charset=utf-8',
  }
}

export function twilioSignature(secret: string, url: string, fields: Readonly<Record<string, string>>): string {
  const signed = Object.keys(fields).sort()
  return createHmac('sha1', secret)
    .update(url + signed.map(name => `${name}${fields[name]}`).join(''))
    .digest('base64')
}

/** The address as the receiver sees it, and the signature covers it. A fragment is never sent. */
function asCalled(url: string): string {
  const called = new URL(url)
  called.hash = ''
  return called.href
}
