/**
 * The credits of an organization and their use. `granted` is the rest of the month's grant: it is used first and replaced by the
 * next month's grant. `added` is used after it and does not expire. The balance is the sum of both, and never below 0.
 */
import type { Plan } from '#resources/account/organizations/plans.ts'
import type { Thousandths } from './money.ts'
import { type Span, spans, startOf } from './spans.ts'

export type MessageKind = 'email' | 'sms'

export type Account = {
  organizationId: string
  plan: Plan
  /** The number of messages allowed in each span. */
  limits: Record<Span, number>
  granted: Thousandths
  added: Thousandths
  grantedMonth: Date
  /** The cost of all messages, without refunds. */
  consumed: Record<MessageKind, Thousandths>
  /** The same for the month in `sent`. */
  monthConsumed: Thousandths
  sent: Record<Span, { start: Date; messages: number }>
}

/** A plan grants one credit per message of its monthly quota. */
export const grantOf = ({ limits }: Account): Thousandths => limits.month * 1_000

export const balanceOf = ({ granted, added }: Account): Thousandths => granted + added

/** In a new month, the rest of the old grant expires and there is a new grant. */
export type Renewal = { expired: Thousandths; granted: Thousandths }

/** The account at this moment. Setting the clock back does not free used quota. */
export function atPresent(account: Account, at: Date): { account: Account; renewal: Renewal | undefined } {
  const month = startOf.month(at)
  const windows = spans.map(span => {
    const start = startOf[span](at)
    return [span, account.sent[span].start < start ? { start, messages: 0 } : account.sent[span]] as const
  })
  const due = account.grantedMonth < month
  const present = {
    ...account,
    // `as`: there is one entry for each span.
    sent: Object.fromEntries(windows) as Account['sent'],
    monthConsumed: account.sent.month.start < month ? 0 : account.monthConsumed,
    ...(due && { granted: grantOf(account), grantedMonth: month }),
  }
  return { account: present, renewal: due ? { expired: account.granted, granted: present.granted } : undefined }
}

/** The caller has checked that the balance suffices. */
export function spend(account: Account, kind: MessageKind, messages: number, cost: Thousandths): Account {
  const { granted, added, consumed, monthConsumed, sent } = account
  const fromGrant = Math.min(granted, cost)
  const counted = (span: Span) => ({ start: sent[span].start, messages: sent[span].messages + messages })
  return {
    ...account,
    granted: granted - fromGrant,
    added: added - (cost - fromGrant),
    consumed: { ...consumed, [kind]: consumed[kind] + cost },
    monthConsumed: monthConsumed + cost,
    sent: { hour: counted('hour'), day: counted('day'), month: counted('month') },
  }
}

/**
 * Refunds credits to where they came from. Only what a month uses beyond its grant comes from `added`, so that much goes
 * there first, and the rest to `granted`. Credits from an earlier month's grant go to `added`, because that grant has
 * expired and a failed message should cost nothing. Quotas are not refunded: they count accepted messages.
 */
export function giveBack(account: Account, kind: MessageKind, cost: Thousandths, debitedAt: Date): Account {
  const { granted, added, consumed, monthConsumed } = account
  const thisMonth = debitedAt >= account.sent.month.start
  const beyondGrant = Math.max(0, monthConsumed - grantOf(account))
  const toAdded = thisMonth ? Math.min(cost, beyondGrant) : cost
  return {
    ...account,
    granted: granted + (cost - toAdded),
    added: added + toAdded,
    consumed: { ...consumed, [kind]: consumed[kind] - cost },
    monthConsumed: thisMonth ? Math.max(0, monthConsumed - cost) : monthConsumed,
  }
}
