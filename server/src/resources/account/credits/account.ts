/**
 * What an organization has and has used. `granted` is what is left of the month's grant: it is used first, and the next
 * month's grant takes its place. `added` is used after it and stays until then. The balance is both, never below 0.
 */
import type { Plan } from '#resources/account/organizations/plans.ts'
import type { Thousandths } from './money.ts'
import { type Span, spans, startOf } from './spans.ts'

export type MessageKind = 'email' | 'sms'

export type Account = {
  organizationId: string
  plan: Plan
  /** How many messages may be sent in each span. */
  limits: Record<Span, number>
  granted: Thousandths
  added: Thousandths
  grantedMonth: Date
  /** What all messages cost, but for what was refunded. */
  consumed: Record<MessageKind, Thousandths>
  /** The same of the month in `sent`. */
  monthConsumed: Thousandths
  sent: Record<Span, { start: Date; messages: number }>
}

/** Each plan grants one credit for each message of its monthly quota. */
export const grantOf = ({ limits }: Account): Thousandths => limits.month * 1_000

export const balanceOf = ({ granted, added }: Account): Thousandths => granted + added

/** A new month has begun: what was left of the old grant is gone, and there is a new one. */
export type Renewal = { expired: Thousandths; granted: Thousandths }

/** The account as it stands at this moment. A clock that was set back does not give a used window back. */
export function atPresent(account: Account, at: Date): { account: Account; renewal: Renewal | undefined } {
  const month = startOf.month(at)
  const windows = spans.map(span => {
    const start = startOf[span](at)
    return [span, account.sent[span].start < start ? { start, messages: 0 } : account.sent[span]] as const
  })
  const due = account.grantedMonth < month
  const present = {
    ...account,
    // `as`: one entry for each span.
    sent: Object.fromEntries(windows) as Account['sent'],
    monthConsumed: account.sent.month.start < month ? 0 : account.monthConsumed,
    ...(due && { granted: grantOf(account), grantedMonth: month }),
  }
  return { account: present, renewal: due ? { expired: account.granted, granted: present.granted } : undefined }
}

/** Whoever calls this has seen that the balance reaches. */
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
 * Credits go back to where they came from. Only what a month uses beyond its grant comes from `added`, so that much goes
 * there first, and the rest to `granted`. The grant of an earlier month is over: its credits go to `added`, because a
 * message that failed should not cost what the next grant replaces. Quotas stay used: they count what was accepted.
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
