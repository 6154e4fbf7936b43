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
  /** How much of `monthConsumed` the grant has paid. The rest was paid from `added`. */
  monthFromGrant: Thousandths
  sent: Record<Span, { start: Date; messages: number }>
}

/** A plan grants one credit per message of its monthly quota. */
export const grantOf = ({ limits }: Pick<Account, 'limits'>): Thousandths => limits.month * 1_000

/** What the plan allows `granted` to be. It depends on nothing else, so switching back and forth between plans gains nothing. */
export const leftOfGrant = (account: Account): Thousandths => Math.max(0, grantOf(account) - account.monthFromGrant)

export const balanceOf = ({ granted, added }: Account): Thousandths => granted + added

/** In a new month, the rest of the old grant expires and there is a new grant. */
export type Renewal = { expired: Thousandths; granted: Thousandths }

/** A month that is over, and how much of its use was paid from `added` and not refunded. */
export type PastMonth = { month: Date; fromAdded: Thousandths }

type AtPresent = { account: Account; renewal: Renewal | undefined; ended: PastMonth | undefined }

/** The account at this moment. Setting the clock back does not free used quota. */
export function atPresent(account: Account, at: Date): AtPresent {
  const month = startOf.month(at)
  const windows = spans.map(span => {
    const start = startOf[span](at)
    return [span, account.sent[span].start < start ? { start, messages: 0 } : account.sent[span]] as const
  })
  const due = account.grantedMonth < month
  const { start } = account.sent.month
  const isOver = start < month
  const present = {
    ...account,
    // `as`: there is one entry for each span.
    sent: Object.fromEntries(windows) as Account['sent'],
    ...(isOver && { monthConsumed: 0, monthFromGrant: 0 }),
    ...(due && { granted: grantOf(account), grantedMonth: month }),
  }
  return {
    account: present,
    renewal: due ? { expired: account.granted, granted: present.granted } : undefined,
    ended: isOver && account.monthConsumed > 0 ? { month: start, fromAdded: paidFromAdded(account) } : undefined,
  }
}

/** By this month. */
const paidFromAdded = ({ monthConsumed, monthFromGrant }: Account): Thousandths => monthConsumed - monthFromGrant

/** The caller has checked that the balance suffices. */
export function spend(account: Account, kind: MessageKind, messages: number, cost: Thousandths): Account {
  const { granted, added, consumed, monthConsumed, monthFromGrant, sent } = account
  const fromGrant = Math.min(granted, cost)
  const counted = (span: Span) => ({ start: sent[span].start, messages: sent[span].messages + messages })
  return {
    ...account,
    granted: granted - fromGrant,
    added: added - (cost - fromGrant),
    consumed: { ...consumed, [kind]: consumed[kind] + cost },
    monthConsumed: monthConsumed + cost,
    monthFromGrant: monthFromGrant + fromGrant,
    sent: { hour: counted('hour'), day: counted('day'), month: counted('month') },
  }
}

/**
 * Refunds credits to where they came from: first to `added`, at most what this month has taken from it, and the rest to `granted`,
 * which may then exceed what the plan allows. Quotas are not refunded: they count accepted messages.
 */
export function giveBack(account: Account, kind: MessageKind, cost: Thousandths): Account {
  const { granted, added, consumed, monthConsumed, monthFromGrant } = account
  const beyondAdded = Math.max(0, cost - paidFromAdded(account))
  const toGrant = Math.min(beyondAdded, monthFromGrant)
  return {
    ...account,
    granted: granted + toGrant,
    added: added + (cost - toGrant),
    consumed: { ...consumed, [kind]: consumed[kind] - cost },
    monthConsumed: Math.max(0, monthConsumed - cost),
    monthFromGrant: monthFromGrant - toGrant,
  }
}

/** The same for a message of an earlier month. `toAdded`: the part of the cost that comes back; the rest has expired with that month's grant. */
export function giveBackLate(
  account: Account,
  kind: MessageKind,
  { cost, toAdded }: { cost: Thousandths; toAdded: Thousandths },
): Account {
  const { added, consumed } = account
  return { ...account, added: added + toAdded, consumed: { ...consumed, [kind]: consumed[kind] - cost } }
}
