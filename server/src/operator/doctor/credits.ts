import type { Db } from '#postgres/database.ts'
import { reconcile } from '#resources/account/credits/reconcile.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import { type Check, error, ok } from './check.ts'

/** Compares every account with its ledger. */
export async function checkCredits(db: Db): Promise<Check> {
  const wrong: string[] = []
  for (const { id } of await readOrganizations(db)) {
    const { balance, consumed } = await reconcile(db, id)
    if (balance !== 0 || consumed !== 0) wrong.push(`${id} by ${balance} (balance) and ${consumed} (consumed)`)
  }
  if (wrong.length === 0) return ok('credits', 'Every account matches its ledger.')
  const message = `Accounts differ from their ledgers: ${wrong.join('; ')}.`
  return error('credits', message, 'Tables were changed by hand or partly restored. Restore both from the same backup.')
}
