import type { Tx } from '#postgres/database.ts'
import { giveBack, leftOfGrant, type MessageKind } from './account.ts'
import { changeGranted, type LockedAccount, lockAccounts, saveAccounts } from './locked-accounts.ts'
import { toThousandths } from './money.ts'
import { insertRefunds } from './store.ts'

export type Refund = { organizationId: string; subjectId: string; kind: MessageKind; credits: number; at: Date }

/** Refunds at most what was paid for a message, however often it is called; a message that was never charged gets nothing. */
export async function refundEach(tx: Tx, refunds: readonly Refund[]): Promise<void> {
  const asked = refunds.filter(({ credits }) => credits > 0)
  if (asked.length === 0) return
  const accounts = await lockAccounts(
    tx,
    asked.map(refund => refund.organizationId),
  )
  const changed = new Set<LockedAccount>()
  const inThousandths = asked.map(refund => ({ ...refund, credits: toThousandths(refund.credits) }))
  for (const { organizationId, kind, credits, debitedAt } of await insertRefunds(tx, inThousandths)) {
    const locked = accounts.get(organizationId)
    if (!locked) throw new Error(`the account of ${organizationId} is not locked`)
    locked.account = giveBack(locked.account, kind, credits, debitedAt)
    changed.add(locked)
  }
  for (const locked of changed) expireSurplus(locked)
  saveAccounts(tx, [...changed])
}

/** What comes back of a larger plan's grant expires as far as the smaller plan does not grant it. */
function expireSurplus(locked: LockedAccount): void {
  const { account, at } = locked
  changeGranted(locked, Math.min(account.granted, leftOfGrant(account)), at)
}
