/** Credits, limits, transports and problems. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Page, PageQuery } from '../page.ts'
import { Id, Nullable, OneOf, Timestamp } from '../scalars.ts'
import { List } from './scalars.ts'

export const LedgerEntry = Type.Object({
  subject_id: Type.String({
    ...Id,
    description: 'The id of the message, or an id of its own when the entry is not about a message.',
  }),
  kind: OneOf(['email', 'sms', 'refund', 'grant', 'expiry', 'added']),
  credits: Type.Number({ description: 'The change of the balance; negative for a debit.' }),
  note: Nullable(Type.String()),
  created_at: Timestamp,
})
export type LedgerEntry = Static<typeof LedgerEntry>

const smsRate = { credits_per_segment: Type.Number(), credits_per_mms: Type.Number() }
export const RateCard = Type.Object({
  email_credits: Type.Number({ description: 'Credits per recipient.' }),
  sms: Type.Array(
    Type.Object({
      prefix: Type.String({ description: 'The prefix of a number. The longest match applies.' }),
      ...smsRate,
    }),
  ),
  sms_default: Type.Object(smsRate, { description: 'For numbers that match no prefix.' }),
})
export type RateCard = Static<typeof RateCard>

const limit = Nullable(Type.Number(), { description: 'Null: no limit.' })
export const Limits = Type.Object({
  plan: Type.String(),
  requests_per_hour: limit,
  sends_per_hour: limit,
  sends_per_day: limit,
  sends_per_month: limit,
})
export type Limits = Static<typeof Limits>

const Transport = Type.Object({
  name: Type.String(),
  kind: OneOf(['capture', 'relay', 'ses', 'direct', 'smpp', 'twilio', 'telnyx']),
  recent_attempts: Type.Number({ description: 'Attempts of this organization among the latest events.' }),
  recent_failures: Type.Number({ description: 'Those attempts that were deferred or failed.' }),
  last_failure: Nullable(Type.Object({ at: Timestamp, message: Type.String() })),
})
export const Transports = Type.Object({
  email: Type.Array(Transport),
  sms: Type.Array(Transport),
})
export type Transports = Static<typeof Transports>

export const attentionKinds = [
  'restored_copy',
  'webhook_failing',
  'webhook_disabled',
  'domain_not_verified',
  'domain_failed',
  'messages_waiting',
  'runs_failed',
  'broadcasts_paused',
  'high_bounce_rate',
  'high_complaint_rate',
  'low_credits',
  'email_captured',
] as const
export const Attention = Type.Object({
  kind: OneOf(attentionKinds),
  severity: OneOf(['info', 'warning', 'critical']),
  title: Type.String(),
  detail: Type.String({ description: 'How to fix it.' }),
  link: Type.String({ description: 'The dashboard page where to do it.' }),
})
export type Attention = Static<typeof Attention>

export const usageOperations = {
  listLedger: operation({
    id: 'listLedger',
    method: 'GET',
    path: '/console/ledger',
    summary: 'List credit transactions, newest first',
    description: 'The limit counts messages: a refund is returned together with its debit, whatever the limit.',
    access: 'member',
    permission: 'billing:read',
    query: PageQuery({}),
    reply: Page(LedgerEntry, 'LedgerPage'),
    refusals: [],
  }),
  getRateCard: operation({
    id: 'getRateCard',
    method: 'GET',
    path: '/console/rate-card',
    summary: 'Read the rate card',
    access: 'member',
    permission: 'console:read',
    reply: RateCard,
    refusals: [],
  }),
  getLimits: operation({
    id: 'getLimits',
    method: 'GET',
    path: '/console/limits',
    summary: 'Read the limits of the organization’s plan',
    access: 'member',
    permission: 'console:read',
    reply: Limits,
    refusals: [],
  }),
  getTransports: operation({
    id: 'getTransports',
    method: 'GET',
    path: '/console/transports',
    summary: 'Read the transports of live messages, with recent failures',
    access: 'member',
    permission: 'console:read',
    reply: Transports,
    refusals: [],
  }),
  getAttention: operation({
    id: 'getAttention',
    method: 'GET',
    path: '/console/attention',
    summary: 'List problems of the environment, worst first',
    access: 'member',
    permission: 'console:read',
    reply: List(Attention),
    refusals: [],
  }),
} as const
