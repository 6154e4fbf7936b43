/**
 * Messages are paid for in the transaction that accepts them. A charge passes as a whole or not at all: it must fit every
 * sending quota and the balance. Charges of one batch are checked in order.
 */

import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { type Account, balanceOf, type MessageKind, spend } from './account.ts'
import { type LockedAccount, lockAccounts, saveAccounts } from './locked-accounts.ts'
import { describeCredits, type Thousandths, toCredits, toThousandths } from './money.ts'
import { endOf, type Span, spans } from './spans.ts'

export type Charge = {
  organizationId: string
  kind: MessageKind
  /** The number that counts against the quotas. */
  messages: number
  /** The cost of each message. A free message has no ledger entry. */
  entries: readonly { subjectId: string; credits: number }[]
  at: Date
}

/** Undefined for each charge that passed. `opened`: the accounts of all payers, when the caller has already locked them. */
export async function chargeEach(
  tx: Tx,
  charges: readonly Charge[],
  opened?: ReadonlyMap<string, LockedAccount>,
): Promise<(undefined | Refusal)[]> {
  const costs = charges.map(({ entries }) => entries.reduce((sum, { credits }) => sum + toThousandths(credits), 0))
  const isFree = (index: number) => costs[index] === 0 && charges[index]?.messages === 0
  const payers = charges.filter((_, index) => !isFree(index)).map(charge => charge.organizationId)
  if (payers.length === 0) return charges.map(() => undefined)

  const accounts = opened ?? (await lockAccounts(tx, payers))
  const changed = new Set<LockedAccount>()
  const verdicts = charges.map((charge, index) => {
    if (isFree(index)) return undefined
    const locked = accounts.get(charge.organizationId)
    if (!locked) throw new Error(`there is no organization ${charge.organizationId}`)
    const cost = costs[index] ?? 0
    const refusal = quotaRefusal(locked, charge.messages) ?? balanceRefusal(locked.account, cost)
    if (refusal) return refusal
    enter(locked, charge, cost)
    changed.add(locked)
    return undefined
  })
  saveAccounts(tx, [...changed])
  return verdicts
}

function enter(
  locked: LockedAccount,
  { organizationId, kind, messages, entries, at }: Charge,
  cost: Thousandths,
): void {
  locked.account = spend(locked.account, kind, messages, cost)
  for (const { subjectId, credits } of entries) {
    const taken = toThousandths(credits)
    if (taken !== 0) locked.entries.push({ organizationId, subjectId, kind, credits: -taken, note: null, at })
  }
}

const quotas = {
  hour: { code: 'hourly_quota_exceeded', name: 'hourly' },
  day: { code: 'daily_quota_exceeded', name: 'daily' },
  month: { code: 'monthly_quota_exceeded', name: 'monthly' },
} as const

/** Named after the shortest exceeded quota; retrying makes sense when all exceeded ones have been reset. */
function quotaRefusal({ account, at }: LockedAccount, messages: number): Refusal | undefined {
  const exceeded = spans.filter(span => account.sent[span].messages + messages > account.limits[span])
  const [first] = exceeded
  const last = exceeded.at(-1)
  if (!first || !last) return undefined
  return new Refusal(quotas[first].code, {
    message: exceeded.map(span => describeQuota(account, span, messages)).join(' '),
    retryAfterSeconds: Math.ceil((resetOf(account, last).getTime() - at.getTime()) / 1_000),
  })
}

const resetOf = ({ sent }: Account, span: Span): Date => endOf[span](sent[span].start)

function describeQuota(account: Account, span: Span, messages: number): string {
  const limit = account.limits[span].toLocaleString('en')
  const used = account.sent[span].messages.toLocaleString('en')
  const reset = resetOf(account, span).toISOString()
  return `The ${quotas[span].name} quota is ${limit} messages and ${used} are used, so ${messages} more would exceed it. It resets at ${reset}.`
}

function balanceRefusal(account: Account, cost: Thousandths): Refusal | undefined {
  const balance = balanceOf(account)
  if (cost <= balance) return undefined
  const message = `This needs ${describeCredits(toCredits(cost))}, and the balance is ${describeCredits(toCredits(balance))}.`
  return new Refusal('insufficient_credits', { message })
}
