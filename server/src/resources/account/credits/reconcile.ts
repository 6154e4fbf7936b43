import type { Db } from '#postgres/database.ts'
import { toCredits } from './money.ts'
import { findDifference } from './store.ts'

/** The difference between an account and its ledger in credits: 0 and 0 when they match. */
export async function reconcile(db: Db, organizationId: string): Promise<{ balance: number; consumed: number }> {
  const { balance, consumed } = await findDifference(db, organizationId)
  return { balance: toCredits(balance), consumed: toCredits(consumed) }
}
