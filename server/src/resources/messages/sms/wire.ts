import type { SmsAccepted, SmsEvent, SmsListItem, Sms as WireSms } from '@posthorn/contract/messages/sms'
import { dollarsToNumber, parseDollars, subtractDollars } from '#resources/account/rates/dollars.ts'
import { toMilliseconds } from '#sending/schedule.ts'
import type { EventOf } from '../explain/events.ts'
import type { Wait } from '../explain/waits.ts'
import { describeWait } from '../explain/words.ts'
import type { SmsWithEvents } from './read/read.ts'
import type { ListRow } from './read/read-store.ts'
import type { NewSms } from './store.ts'

export const toWireAccepted = ({ id, draft, price, createdAt }: NewSms): SmsAccepted => ({
  id,
  from: draft.from,
  to: draft.to,
  body: draft.body,
  segments_count: draft.segments,
  credits_consumed: price.credits,
  status: 'processing',
  created_at: createdAt.toISOString(),
  scheduled_for: draft.scheduledFor === undefined ? null : toMilliseconds(draft.scheduledFor),
  workflow_id: id,
})

export const toWireListItem = (row: ListRow & { wait: Wait | undefined }): SmsListItem => ({
  id: row.id,
  from: row.from,
  to: row.to,
  body: row.body,
  status: row.status,
  segments_count: row.segments,
  credits_consumed: row.refunded ? 0 : Number(row.credits),
  created_at: row.createdAt.toISOString(),
  scheduled_for: orNull(row.scheduledFor),
  sent_at: orNull(row.sentAt),
  direction: row.direction,
  media_urls: row.mediaUrls ?? [],
  ...(row.captured && { captured: true }),
  ...(row.wait && { waiting_for: describeWait(row.wait) }),
})

const orNull = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** A refunded message shows no charge, and one that no carrier accepted shows no cost. */
export function toWireSms(sms: SmsWithEvents): WireSms {
  const charge = sms.refunded ? 0n : parseDollars(sms.charge)
  const cost = sms.refunded ? 0n : parseDollars(sms.reportedCost ?? sms.cardCost)
  return {
    ...toWireListItem(sms),
    delivered_at: orNull(sms.deliveredAt),
    customer_charge_dollars: dollarsToNumber(charge),
    carrier_total_cost: dollarsToNumber(cost),
    margin_dollars: dollarsToNumber(subtractDollars(charge, cost)),
    events: sms.events.map(toWireEvent),
    ...(sms.fallbackOf !== null && { fallback_of: sms.fallbackOf }),
  }
}

/** The API leaves out what the contract does not name. */
const toWireEvent = ({ type, data, createdAt }: EventOf<'sms'>): SmsEvent => ({
  type,
  created_at: createdAt.toISOString(),
  data,
})
