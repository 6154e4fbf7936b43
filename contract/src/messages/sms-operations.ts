import { Type } from 'typebox'
import { operation } from '../operation.ts'
import { createdFilters, Page, PageQuery } from '../page.ts'
import { Acknowledgment, PathId, PhoneNumber } from '../scalars.ts'
import { Explanation, explanationExample } from './explanation.ts'
import { Sms, SmsAccepted, SmsListItem, SmsReschedule, SmsRescheduled, SmsSend, smsStatus } from './sms.ts'

const message = { from: '+15005550006', to: '+14155552671', body: 'Your code is 481 502.' }
const stored = {
  id: '01945c1e-b3d0-7f16-8a2c-4d6e1f9b7c44',
  ...message,
  segments_count: 1,
  credits_consumed: 10,
  created_at: '2026-11-15T09:30:00.000Z',
}

const later = '2027-01-31T09:30:00.000Z'
const params = Type.Object({ id: PathId })
const sent = {
  scheduled_for: null,
  sent_at: '2026-11-15T09:30:00.350Z',
  direction: 'outbound' as const,
  media_urls: [],
}

export const sms = {
  sendSms: operation({
    id: 'sendSms',
    method: 'POST',
    audit: { never: 'recorded in the message and its events' },
    path: '/v1/sms',
    tag: 'SMS',
    summary: 'Send a text message',
    description:
      'Credits are charged when the message is accepted, so an accepted message is always paid for. If it fails before the carrier accepts it, they are refunded.',
    permission: 'sms:send',
    body: SmsSend,
    reply: SmsAccepted,
    idempotent: true,
    refusals: [
      'message_too_long',
      'recipient_opted_out',
      'insufficient_credits',
      'hourly_quota_exceeded',
      'daily_quota_exceeded',
      'monthly_quota_exceeded',
    ],
    example: { body: message, reply: { ...stored, scheduled_for: null, status: 'processing', workflow_id: stored.id } },
  }),
  listSms: operation({
    id: 'listSms',
    method: 'GET',
    path: '/v1/sms',
    tag: 'SMS',
    summary: 'List text messages',
    description: 'Returns sent and received messages, newest first. Filters can be combined.',
    permission: 'sms:read',
    query: PageQuery({
      status: Type.Optional(smsStatus),
      to: Type.Optional(Type.String({ ...PhoneNumber, description: 'Only messages to this number.' })),
      from: Type.Optional(Type.String({ ...PhoneNumber, description: 'Only messages from this number.' })),
      search: Type.Optional(
        Type.String({
          maxLength: 64,
          pattern: '^(\\+[1-9]\\d{2,14}|\\d{4,15}|[0-9a-fA-F-]{8,36})$',
          expected:
            'must be + and at least three digits of a number, at least four digits of one, or at least eight digits of an id',
          description:
            'The beginning of the sender or recipient number, with + and at least three digits; or at least four digits of one; or at least eight digits of an id. Message texts are not searched.',
        }),
      ),
      ...createdFilters,
    }),
    reply: Page(SmsListItem, 'SmsPage'),
    refusals: [],
    example: {
      query: { limit: 20 },
      reply: { data: [{ ...stored, ...sent, status: 'delivered' }], has_more: false },
    },
  }),
  explainSms: operation({
    id: 'explainSms',
    method: 'GET',
    path: '/v1/sms/{id}/explain',
    tag: 'SMS',
    summary: 'Explain what happened to a text message',
    description:
      'Returns in words, in order, what happened to the message: what it waits for and why, the reply to each attempt, and what to do.',
    permission: 'sms:read',
    params,
    reply: Explanation,
    refusals: [],
    example: { params: { id: stored.id }, reply: { ...explanationExample, id: stored.id } },
  }),
  getSms: operation({
    id: 'getSms',
    method: 'GET',
    path: '/v1/sms/{id}',
    tag: 'SMS',
    summary: 'Read a text message',
    permission: 'sms:read',
    params,
    reply: Sms,
    refusals: [],
    example: {
      params: { id: stored.id },
      reply: {
        ...stored,
        ...sent,
        status: 'delivered',
        delivered_at: '2026-11-15T09:30:02.120Z',
        customer_charge_dollars: 0.01,
        carrier_total_cost: 0.0072,
        margin_dollars: 0.0028,
        events: [
          {
            type: 'sent',
            created_at: '2026-11-15T09:30:00.350Z',
            data: { attempt: 1, carrier: 'smpp', host: 'smsc.example.net', reply: 'ESME_ROK', duration_ms: 84 },
          },
          {
            type: 'delivered',
            created_at: '2026-11-15T09:30:02.120Z',
            data: { carrier: 'smpp', reply: 'DELIVRD' },
          },
        ],
      },
    },
  }),
  cancelSms: operation({
    id: 'cancelSms',
    method: 'POST',
    audit: { never: 'recorded in the message and its events' },
    path: '/v1/sms/{id}/cancel',
    tag: 'SMS',
    summary: 'Cancel a scheduled text message',
    description:
      'Cancels a message that has not been sent and refunds its credits. After a success it is never sent. Canceling again also succeeds, so it is safe to retry after a lost answer.',
    permission: 'sms:send',
    params,
    reply: Acknowledgment,
    repeatable: true,
    refusals: ['invalid_state'],
    example: { params: { id: stored.id }, reply: { success: true, message: 'Text message canceled.' } },
  }),
  rescheduleSms: operation({
    id: 'rescheduleSms',
    method: 'PATCH',
    audit: { never: 'recorded in the message and its events' },
    path: '/v1/sms/{id}',
    tag: 'SMS',
    summary: 'Reschedule a text message',
    description:
      'Moves a scheduled text message to another time. A message that is already being sent cannot be moved.',
    permission: 'sms:send',
    params,
    body: SmsReschedule,
    reply: SmsRescheduled,
    refusals: ['invalid_state'],
    example: {
      params: { id: stored.id },
      body: { scheduled_for: later },
      reply: { id: stored.id, status: 'scheduled', scheduled_for: later },
    },
  }),
}
