import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { grantOf } from './account.ts'
import { lockAccount, saveAccounts } from './locked-accounts.ts'

/**
 * After a change of plan, this month's grant is that of the new plan, less what the month has used. It depends on nothing else, so
 * switching back and forth between plans gains nothing.
 */
export async function changeGrant(tx: Tx, now: Date, organizationId: string): Promise<void> {
  const locked = await lockAccount(tx, organizationId)
  const { granted, monthConsumed, plan } = locked.account
  const newGrant = Math.max(0, grantOf(locked.account) - monthConsumed)
  if (newGrant === granted) return
  locked.account = { ...locked.account, granted: newGrant }
  locked.entries.push({
    organizationId,
    subjectId: newId(now),
    kind: newGrant > granted ? 'grant' : 'expiry',
    credits: newGrant - granted,
    note: `the ${plan} plan`,
    at: now,
  })
  saveAccounts(tx, [locked])
}
