import type { Db } from '#postgres/database.ts'
import { toCredits } from './money.ts'
import { findDifference } from './store.ts'

/** By how many credits an account differs from its ledger: 0 and 0 when all is right. */
export async function reconcile(db: Db, organizationId: string): Promise<{ balance: number; consumed: number }> {
  const { balance, consumed } = await findDifference(db, organizationId)
  return { balance: toCredits(balance), consumed: toCredits(consumed) }
}
