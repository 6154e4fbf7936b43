/** SendGrid posts many events at once, signed with a key per account: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { News } from '#core/returned-mail.ts'
import { type Fields, fieldsOf, textOf } from '../carriers/fields.ts'
import { bounceOf } from '../inbound-mail/reply.ts'
import {
  complained,
  delayed,
  delivered,
  emailIdIn,
  notTried,
  type Posted,
  parseBody,
  type ReadProvider,
  reportOf,
  unauthorized,
  unreadable,
} from './reading.ts'

/** Undefined for an invalid verification key. */
export function parseSendgridKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}

export const sendgridReader =
  (publicKey: KeyObject): ReadProvider =>
  posted => {
    if (!isSigned(posted, publicKey)) return unauthorized
    const events = parseBody(posted.body)
    if (!Array.isArray(events)) return unreadable
    const reports = events.map(fieldsOf).flatMap(event => {
      const emailId = emailIdIn(event.posthorn_email, event['smtp-id'])
      return reportOf(emailId, event.email, newsIn(event))
    })
    return { kind: 'read', reports }
  }

const timestampHeader = 'x-twilio-email-event-webhook-timestamp'
const signatureHeader = 'x-twilio-email-event-webhook-signature'

function isSigned({ headers, body }: Posted, publicKey: KeyObject): boolean {
  const [timestamp, signature] = [headers[timestampHeader], headers[signatureHeader]]
  if (!timestamp || !signature || signature.length > 500) return false
  return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), publicKey, Buffer.from(signature, 'base64'))
}

function newsIn({ event, type, status, reason, response }: Fields): News | undefined {
  switch (event) {
    case 'delivered':
      return delivered(response)
    case 'deferred':
      return delayed(response)
    case 'spamreport':
      return complained
    case 'bounce': {
      const news = bounceOf(textOf(status), textOf(reason))
      // Blocked: the server refused for now, which says nothing about the mailbox.
      return type === 'blocked' ? { ...news, suppress: false } : news
    }
    case 'dropped':
      return notTried('SendGrid', textOf(reason))
    default:
      return undefined
  }
}
