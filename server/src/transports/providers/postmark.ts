/** Postmark does not sign. It sends the password from the webhook URL, https://postmarkapp.com/developer/webhooks/webhooks-overview */
import { hash } from 'node:crypto'
import type { News } from '#core/returned-mail.ts'
import { type Fields, fieldsOf, parseFields, textOf } from '../carriers/fields.ts'
import { bounceOf } from '../inbound-mail/reply.ts'
import {
  complained,
  delayed,
  delivered,
  emailIdIn,
  isSame,
  type ReadProvider,
  reportOf,
  unauthorized,
  unreadable,
} from './reading.ts'

export const postmarkReader =
  (password: string): ReadProvider =>
  ({ headers, body }) => {
    if (!hasPassword(headers.authorization ?? '', password)) return unauthorized
    const event = parseFields(body.toString('utf8'))
    if (!event) return unreadable
    // Postmark's MessageID is its own.
    const emailId = emailIdIn(fieldsOf(event.Metadata)['posthorn-email'], undefined)
    return { kind: 'read', reports: reportOf(emailId, event.Email ?? event.Recipient, newsIn(event)) }
  }

/** With any user name. */
function hasPassword(authorization: string, password: string): boolean {
  const [, encoded = ''] = /^Basic ([\w+/=]{1,2000})$/i.exec(authorization) ?? []
  const shown = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '')
  return isSame(hash('sha256', shown, 'buffer'), hash('sha256', password, 'buffer'))
}

function newsIn(event: Fields): News | undefined {
  switch (event.RecordType) {
    case 'Delivery':
      return delivered(event.Details)
    case 'SpamComplaint':
      return complained
    case 'Bounce':
      return bounceIn(event)
    default:
      return undefined
  }
}

/** https://postmarkapp.com/developer/api/bounce-api#bounce-types. Types not listed here are not bounces. */
const hard: readonly unknown[] = ['HardBounce', 'BadEmailAddress']
const final: readonly unknown[] = [
  ...['SoftBounce', 'DnsError', 'Unknown', 'Blocked', 'SpamNotification', 'VirusNotification', 'DMARCPolicy'],
  ...['ManuallyDeactivated', 'Unconfirmed', 'SMTPApiError'],
]

function bounceIn({ Type: type, Details, Description }: Fields): News | undefined {
  const words = textOf(Details).replace(/^smtp; */i, '') || textOf(Description)
  if (hard.includes(type)) return bounceOf('5.1.1', words)
  if (final.includes(type)) return { ...bounceOf('', words), suppress: false }
  if (type === 'SpamComplaint') return complained
  return type === 'Transient' ? delayed(words) : undefined
}
