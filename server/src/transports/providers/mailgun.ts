/** Mailgun signs a token and a timestamp, not the body: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
import { createHmac } from 'node:crypto'
import type { News } from '#core/returned-mail.ts'
import { type Fields, fieldsOf, parseFields, textOf } from '../carriers/fields.ts'
import { bounceOf } from '../inbound-mail/reply.ts'
import {
  complained,
  delayed,
  delivered,
  emailIdIn,
  isSame,
  notTried,
  type ReadProvider,
  reportOf,
  unauthorized,
  unreadable,
} from './reading.ts'

/** Mailgun repeats the same post for about eight hours. */
const maxAgeMs = 12 * 3_600_000

export const mailgunReader =
  (signingKey: string): ReadProvider =>
  ({ body }, now) => {
    const posted = parseFields(body.toString('utf8'))
    if (!posted) return unreadable
    if (!isSigned(fieldsOf(posted.signature), signingKey, now)) return unauthorized
    const event = fieldsOf(posted['event-data'])
    const headers = fieldsOf(fieldsOf(event.message).headers)
    const emailId = emailIdIn(fieldsOf(event['user-variables']).posthorn_email, headers['message-id'])
    return { kind: 'read', reports: reportOf(emailId, event.recipient, newsIn(event)) }
  }

function isSigned({ timestamp, token, signature }: Fields, signingKey: string, now: Date): boolean {
  const at = textOf(timestamp)
  if (!/^\d{1,12}$/.test(at) || Math.abs(now.getTime() - Number(at) * 1_000) > maxAgeMs) return false
  const expected = createHmac('sha256', signingKey)
    .update(at + textOf(token))
    .digest()
  return isSame(Buffer.from(textOf(signature), 'hex'), expected)
}

function newsIn(event: Fields): News | undefined {
  const { code, message, description } = fieldsOf(event['delivery-status'])
  const words = `${textOf(code)} ${textOf(message) || textOf(description)}`.trim()
  switch (event.event) {
    case 'delivered':
      return delivered(words)
    case 'complained':
      return complained
    case 'failed':
      if (textOf(event.reason).startsWith('suppress-')) return notTried('Mailgun', words)
      return event.severity === 'permanent' ? bounceOf('', words) : delayed(words)
    default:
      return undefined
  }
}
