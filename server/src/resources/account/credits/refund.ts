import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { giveBack, giveBackLate, leftOfGrant, type MessageKind, type PastMonth } from './account.ts'
import { changeGranted, type LockedAccount, lockAccounts, saveAccounts } from './locked-accounts.ts'
import { toThousandths } from './money.ts'
import { startOf } from './spans.ts'
import { findMonth, insertRefunds, type Refunded } from './store.ts'

export type Refund = { organizationId: string; subjectId: string; kind: MessageKind; credits: number; at: Date }

/** Refunds at most what was paid for a message, however often it is called; a message that was never charged gets nothing. */
export async function refundEach(tx: Tx, refunds: readonly Refund[]): Promise<void> {
  const asked = refunds.filter(({ credits }) => credits > 0)
  if (asked.length === 0) return
  const accounts = await lockAccounts(
    tx,
    asked.map(refund => refund.organizationId),
  )
  const inThousandths = asked.map(refund => ({ ...refund, credits: toThousandths(refund.credits) }))
  const refunded = Map.groupBy(await insertRefunds(tx, inThousandths), ({ organizationId }) => organizationId)
  const changed: LockedAccount[] = []
  for (const [organizationId, own] of refunded) {
    const locked = accounts.get(organizationId)
    if (!locked) throw new Error(`the account of ${organizationId} is not locked`)
    const isLate = ({ debitedAt }: Refunded) => debitedAt < locked.account.sent.month.start
    await refundLate(tx, locked, own.filter(isLate))
    for (const one of own) if (!isLate(one)) locked.account = giveBack(locked.account, one.kind, one.credits)
    expireSurplus(locked)
    changed.push(locked)
  }
  saveAccounts(tx, changed)
}

/** For messages of earlier months: what added credits have paid comes back, and what a grant has paid expires, as that grant has. */
async function refundLate(tx: Tx, locked: LockedAccount, refunds: readonly Refunded[]): Promise<void> {
  const { organizationId } = locked.account
  let expired = 0
  for (const [month, of] of Map.groupBy(refunds, ({ debitedAt }) => startOf.month(debitedAt).getTime())) {
    const past = await openMonth(tx, locked, new Date(month))
    for (const { kind, credits: cost } of of) {
      const toAdded = past ? Math.min(cost, past.fromAdded) : cost
      if (past) past.fromAdded -= toAdded
      expired += cost - toAdded
      locked.account = giveBackLate(locked.account, kind, { cost, toAdded })
    }
  }
  const { at } = locked
  const entry = {
    organizationId,
    subjectId: newId(at),
    kind: 'expiry' as const,
    note: 'the grant of an earlier month',
    at,
  }
  if (expired > 0) locked.entries.push({ ...entry, credits: -expired })
}

/** Changes to it are saved with the account. Undefined if it is unknown what paid: before migration 0063. */
async function openMonth(tx: Tx, { account, pastMonths }: LockedAccount, month: Date): Promise<PastMonth | undefined> {
  const ended = pastMonths.find(one => one.month.getTime() === month.getTime())
  if (ended) return ended
  const fromAdded = await findMonth(tx, account.organizationId, month)
  if (fromAdded === undefined) return undefined
  const opened = { month, fromAdded }
  pastMonths.push(opened)
  return opened
}

/** What comes back of a larger plan's grant expires as far as the smaller plan does not grant it. */
function expireSurplus(locked: LockedAccount): void {
  const { account, at } = locked
  changeGranted(locked, Math.min(account.granted, leftOfGrant(account)), at)
}
