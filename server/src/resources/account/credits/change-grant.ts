import type { Tx } from '#postgres/database.ts'
import { leftOfGrant } from './account.ts'
import { changeGranted, lockAccount, saveAccounts } from './locked-accounts.ts'

/** After a change of plan, this month's grant is that of the new plan, less what the month has used of its grant. */
export async function changeGrant(tx: Tx, now: Date, organizationId: string): Promise<void> {
  const locked = await lockAccount(tx, organizationId)
  changeGranted(locked, leftOfGrant(locked.account), now)
  saveAccounts(tx, [locked])
}
