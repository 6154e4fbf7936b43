import type { Email, EmailEvent, EmailListItem } from '@posthorn/contract/messages/email-replies'
import { Type } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given } from '#validation/optional.ts'
import { between } from './dates.ts'
import { fromTags } from './email-request.ts'
import { itemsAt, pageQuery } from './pages.ts'

const text = Type.Optional(Type.String())
/** Names are taken in any case there: those of the guide, and those of the client. */
const Query = Type.Object({
  ...pageQuery,
  ...{ recipient: text, tag: text, fromemail: text, fromEmail: text },
  ...{ fromdate: text, fromDate: text, todate: text, toDate: text },
  ...{ status: text, subject: text, messagestream: text, messageStream: text },
})

export const messageOperations: DoorOperation[] = [
  doorOperation({
    method: 'GET',
    path: '/messages/outbound',
    standsFor: 'listEmails',
    query: Query,
    async answer({ query, ask }) {
      const { count, offset, recipient, tag, status, subject } = query
      const unknown = given({ status, subject, messagestream: query.messagestream ?? query.messageStream })
      for (const path of Object.keys(unknown))
        throw invalid({ path, message: 'cannot be asked for here: ask by recipient, sender, tag or time' })
      const filters = {
        ...given({ to: recipient, tag, from: query.fromemail ?? query.fromEmail }),
        ...between(query.fromdate ?? query.fromDate, query.todate ?? query.toDate),
      }
      const { items, total } = await itemsAt(given({ count, offset }), page =>
        ask('listEmails', { query: { ...filters, ...page } }),
      )
      return { TotalCount: total, Messages: items.map(email => toMessage(email)) }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/messages/outbound/{id}/details',
    standsFor: 'getEmail',
    async answer({ params, ask }) {
      const email = await ask('getEmail', { params: { id: params.id ?? '' } })
      return {
        ...toMessage(email),
        TextBody: email.text ?? '',
        HtmlBody: email.html ?? '',
        // The whole message is not for answers in JSON: GET /v1/emails/{id}/raw has it.
        Body: '',
        MessageEvents: email.events.flatMap(event => toEvents(event, email)),
      }
    },
  }),
]

type Shown = Omit<EmailListItem, 'from'> & { from: string; tags?: string[] }

function toMessage({ id, to, cc = [], bcc = [], created_at, from, subject, status, topic_id, tags }: Shown) {
  return {
    MessageID: id,
    To: to.map(toRecipient),
    Cc: cc.map(toRecipient),
    Bcc: bcc.map(toRecipient),
    Recipients: [...to, ...cc, ...bcc],
    ReceivedAt: created_at,
    From: from,
    Subject: subject,
    Attachments: [],
    Status: waiting.has(status) ? 'Queued' : 'Sent',
    TrackOpens: false,
    TrackLinks: 'None',
    MessageStream: topic_id === undefined ? 'outbound' : 'broadcast',
    Sandboxed: false,
    ...fromTags(tags),
  }
}

const waiting = new Set<string>(['scheduled', 'processing', 'delivery_delayed'])

const toRecipient = (Email: string) => ({ Email, Name: null })

/** What has no word there is left out. */
function toEvents({ type, created_at, data }: EmailEvent, { to }: Email): object[] {
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
