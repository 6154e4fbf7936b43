/** Resend signs with Svix, https://docs.svix.com/receiving/verifying-payloads/how-manual, and returns our headers. */
import { createHmac } from 'node:crypto'
import type { News } from '#core/returned-mail.ts'
import { type Fields, fieldsOf, listOf, parseFields, textOf } from '../carriers/fields.ts'
import { bounceOf } from '../inbound-mail/reply.ts'
import {
  complained,
  delayed,
  delivered,
  emailIdIn,
  isSame,
  notTried,
  type Posted,
  type ReadProvider,
  reportOf,
  unauthorized,
  unreadable,
} from './reading.ts'

/** Each attempt has a new signature. */
const maxAgeMs = 300_000

export const resendReader =
  (secret: string): ReadProvider =>
  (posted, now) => {
    if (!isSigned(posted, Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), now)) return unauthorized
    const event = parseFields(posted.body.toString('utf8'))
    if (!event) return unreadable
    const data = fieldsOf(event.data)
    const label = listOf(data.headers)
      .map(fieldsOf)
      .find(({ name }) => textOf(name).toLowerCase() === 'x-posthorn-email')
    const emailId = emailIdIn(label?.value, data.message_id)
    // The report lists all recipients, but not which one it is about.
    const [only, ...others] = listOf(data.to)
    return {
      kind: 'read',
      reports: reportOf(emailId, others.length === 0 ? only : undefined, newsIn(event.type, data)),
    }
  }

function isSigned({ headers, body }: Posted, key: Buffer, now: Date): boolean {
  const { 'svix-id': id, 'svix-timestamp': at = '', 'svix-signature': given = '' } = headers
  if (!id || !/^\d{1,12}$/.test(at) || Math.abs(now.getTime() - Number(at) * 1_000) > maxAgeMs) return false
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest()
  const signatures = given.slice(0, 2_000).split(' ')
  return signatures.some(one => one.startsWith('v1,') && isSame(Buffer.from(one.slice(3), 'base64'), expected))
}

function newsIn(type: unknown, { bounce, failed, suppressed }: Fields): News | undefined {
  switch (type) {
    case 'email.delivered':
      return delivered('')
    case 'email.delivery_delayed':
      return delayed('')
    case 'email.complained':
      return complained
    case 'email.bounced':
      return bounceIn(fieldsOf(bounce))
    case 'email.failed':
      return notTried('Resend', textOf(fieldsOf(failed).reason))
    case 'email.suppressed':
      return notTried('Resend', textOf(fieldsOf(suppressed).message))
    default:
      return undefined
  }
}

/** Without a reply of the remote server, only a permanent bounce without a special reason is about the mailbox. */
function bounceIn({ type, subType, message, diagnosticCode }: Fields): News {
  const said = listOf(diagnosticCode)
    .map(textOf)
    .join(' ')
    .replace(/^smtp; */i, '')
  const isPermanent = type === 'Permanent'
  const given = isPermanent && (subType === 'General' || subType === 'NoEmail') ? '5.1.1' : ''
  const news = bounceOf(given, said || textOf(message))
  return isPermanent ? news : { ...news, suppress: false }
}
