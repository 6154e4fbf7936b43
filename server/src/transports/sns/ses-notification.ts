/**
 * Reads Amazon SES notifications about an email, in the formats of identity notifications and of event publishing:
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 */
import { isId } from '#core/id.ts'
import type { Notice, Report, Subject } from '#core/returned-mail.ts'
import { type Fields, fieldsOf, listOf, parseFields, textOf } from '../carriers/fields.ts'
import { oneLine } from '../carriers/one-line.ts'
import { maxRecipients } from '../inbound-mail/limits.ts'
import { bounceOf } from '../inbound-mail/reply.ts'
import { delayed } from '../providers/reading.ts'

/** Null when the notification matches no email of ours, or has no relevant event. */
export function readSesNotification(json: string, subjectOf: (address: string) => Subject | null): Report | null {
  const event = parseFields(json)
  if (!event) return null
  const subject = subjectIn(fieldsOf(event.mail), subjectOf)
  const notices = noticesIn(event)
  return subject && notices.length > 0 ? { subject, notices } : null
}

function noticesIn(event: Fields): Notice[] {
  switch (textOf(event.notificationType) || textOf(event.eventType)) {
    case 'Bounce':
      return bounces(fieldsOf(event.bounce))
    case 'Complaint':
      return complaints(fieldsOf(event.complaint))
    case 'Delivery':
      return deliveries(fieldsOf(event.delivery))
    case 'DeliveryDelay':
      return delays(fieldsOf(event.deliveryDelay))
    default:
      return []
  }
}

const some = (value: unknown): Fields[] => listOf(value).slice(0, maxRecipients).map(fieldsOf)

/** Out-of-office replies arrive as transient bounces without an action. */
function bounces({ bounceType, bounceSubType, bouncedRecipients }: Fields): Notice[] {
  const isPermanent = bounceType === 'Permanent'
  // The words are those of SES, about its own list.
  const isListed = bounceSubType === 'OnAccountSuppressionList'
  return some(bouncedRecipients)
    .filter(({ action }) => isPermanent || action === 'failed')
    .map(({ emailAddress, status, diagnosticCode }) => {
      const news = bounceOf(textOf(status), textOf(diagnosticCode).replace(/^smtp; */i, ''))
      const about = addressesIn(emailAddress)
      if (isListed) return { about, news: { ...news, bounce: 'other', suppress: false } }
      return { about, news: isPermanent ? news : { ...news, suppress: false } }
    })
}

function complaints({ complainedRecipients, complaintFeedbackType }: Fields): Notice[] {
  const feedback = textOf(complaintFeedbackType) || 'abuse'
  // The reader moved the email out of the spam folder.
  if (feedback === 'not-spam') return []
  return some(complainedRecipients).map(({ emailAddress }) => ({
    about: addressesIn(emailAddress),
    news: { kind: 'complained', feedback: feedback.slice(0, 50) },
  }))
}

const deliveries = ({ recipients, smtpResponse }: Fields): Notice[] =>
  listOf(recipients)
    .slice(0, maxRecipients)
    .map(address => ({
      about: addressesIn(address),
      news: { kind: 'delivered', reply: oneLine(textOf(smtpResponse)) },
    }))

const delays = ({ delayedRecipients }: Fields): Notice[] =>
  some(delayedRecipients).map(({ emailAddress, status, diagnosticCode }) => ({
    about: addressesIn(emailAddress),
    news: delayed(textOf(diagnosticCode).replace(/^smtp; */i, '') || textOf(status)),
  }))

/** With or without a display name. */
const addressesIn = (value: unknown): string[] => {
  const text = textOf(value).slice(0, 1_000)
  const address = text.slice(text.lastIndexOf('<') + 1).replace(/>\s*$/, '')
  return address.includes('@') ? [address.trim()] : []
}

/** SES replaces our Message-ID with its own, and lists the original one in the headers. */
function subjectIn(mail: Fields, subjectOf: (address: string) => Subject | null): Subject | null {
  const returned = subjectOf(textOf(mail.source))
  if (returned) return returned
  const given = listOf(mail.headers)
    .map(fieldsOf)
    .find(({ name }) => textOf(name).toLowerCase() === 'message-id')
  const messageId = textOf(given?.value) || textOf(fieldsOf(mail.commonHeaders).messageId)
  const emailId = /^<?([0-9a-f-]{36})@/.exec(messageId)?.[1] ?? ''
  return isId(emailId) ? { emailId, nth: null } : null
}
