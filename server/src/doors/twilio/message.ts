/** One of our text messages in Twilio's format. */
import type { Sms, SmsAccepted, SmsListItem, SmsStatus } from '@posthorn/contract/messages/sms'
import { toSid } from './sid.ts'

const statuses: Record<SmsStatus, string> = {
  scheduled: 'scheduled',
  processing: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'canceled',
  received: 'received',
}

/** A message that was just accepted, or that comes from a list, has fewer fields than a single one. */
type Known = Omit<SmsAccepted, 'status'> & { status: SmsStatus } & Partial<Omit<SmsListItem & Sms, keyof SmsAccepted>>
type Shown = Known | SmsListItem | Sms

/** Unknown error: the message has the carrier's reply. */
const unknownError = 30_008
const optedOut = 21_610

export function toMessage(account: string, sms: Shown) {
  const sid = toSid(sms.id)
  const uri = `${messagesUri(account)}/${sid}`
  const sentAt = 'sent_at' in sms ? (sms.sent_at ?? null) : null
  const deliveredAt = 'delivered_at' in sms ? (sms.delivered_at ?? null) : null
  const charge = 'customer_charge_dollars' in sms ? (sms.customer_charge_dollars ?? 0) : 0
  const created = rfc2822(sms.created_at)
  const last = deliveredAt ?? sentAt
  const why = whyFailed(sms)
  return {
    sid,
    account_sid: account,
    api_version: '2010-04-01',
    body: sms.body,
    from: sms.from,
    to: sms.to,
    direction: 'direction' in sms && sms.direction === 'inbound' ? 'inbound' : 'outbound-api',
    status: statuses[sms.status],
    num_segments: String(sms.segments_count),
    num_media: String(('media_urls' in sms && sms.media_urls?.length) || 0),
    price: charge > 0 ? (-charge).toFixed(5) : null,
    price_unit: 'USD',
    error_code: hasFailed(sms) ? codeOf(why) : null,
    error_message: hasFailed(sms) ? why : null,
    messaging_service_sid: null,
    date_created: created,
    date_sent: sentAt && rfc2822(sentAt),
    date_updated: last ? rfc2822(last) : created,
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  }
}

export const hasFailed = ({ status }: Pick<Shown, 'status'>): boolean => status === 'failed' || status === 'undelivered'

export const messagesUri = (account: string): string => `/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages`

const codeOf = (why: string | null): number =>
  why?.startsWith('The recipient has opted out') ? optedOut : unknownError

function whyFailed(sms: Shown): string | null {
  const last =
    'events' in sms ? sms.events?.findLast(({ type }) => type === 'failed' || type === 'undelivered') : undefined
  return last?.data.reason ?? last?.data.reply ?? null
}

/** Tue, 17 Nov 2026 16:00:00 +0000 */
const rfc2822 = (timestamp: string): string => new Date(timestamp).toUTCString().replace('GMT', '+0000')
