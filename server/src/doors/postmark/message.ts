/** One of our emails in Postmark's format. */

import type { EmailStatus } from '@posthorn/contract/event-names'
import type { Email, EmailEvent, EmailListItem } from '@posthorn/contract/messages/email-replies'
import { fromTags } from './email-request.ts'

/** An email from a list has fewer fields than a single one. */
type Shown = EmailListItem | Email

export function toMessage(email: Shown, files: readonly string[] = []) {
  const { id, to, cc = [], bcc = [], created_at, from, subject, status } = email
  return {
    MessageID: id,
    To: to.map(toRecipient),
    Cc: cc.map(toRecipient),
    Bcc: bcc.map(toRecipient),
    Recipients: [...to, ...cc, ...bcc],
    ReceivedAt: created_at,
    From: from,
    Subject: subject,
    Attachments: files,
    Status: statuses[status],
    Sandboxed: false,
    MessageStream: email.message_stream === 'broadcast' ? 'broadcast' : 'outbound',
    TrackOpens: email.track_opens,
    TrackLinks: email.track_clicks ? 'HtmlOnly' : 'None',
    ...fromTags('tags' in email ? email.tags : undefined),
  }
}

/** Postmark has only Queued and Sent. Neither is true for an email that never leaves. */
const statuses: Record<EmailStatus, 'Queued' | 'Sent' | 'Canceled' | 'Suppressed'> = {
  scheduled: 'Queued',
  processing: 'Queued',
  delivery_delayed: 'Queued',
  sent: 'Sent',
  delivered: 'Sent',
  bounced: 'Sent',
  complained: 'Sent',
  failed: 'Sent',
  suppressed: 'Suppressed',
  canceled: 'Canceled',
}

const toRecipient = (Email: string) => ({ Email, Name: null })

/** Events without an equivalent are left out. */
export function toEvents({ type, created_at, data }: EmailEvent, { to }: Email): object[] {
  const { reply = '', host = '', reason = reply, link = '', user_agent = '' } = data
  const of = (Type: string, Details: object) => [
    { Recipient: data.recipient ?? to[0] ?? '', Type, ReceivedAt: created_at, Details },
  ]
  const server = { DeliveryMessage: reply, DestinationServer: host, DestinationIP: '' }
  if (type === 'delivered') return of('Delivered', server)
  if (type === 'delivery_delayed') return of('Transient', server)
  if (type === 'bounced' || type === 'failed') return of('Bounced', { Summary: reason, BounceID: '0' })
  if (type === 'opened') return of('Opened', { Summary: user_agent })
  if (type === 'clicked') return of('LinkClicked', { Summary: user_agent, Link: link, ClickLocation: 'HTML' })
  if (type === 'unsubscribed' || type === 'complained')
    return of('SubscriptionChanged', { Origin: 'Recipient', SuppressSending: 'True' })
  return []
}
