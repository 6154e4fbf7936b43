import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { grantOf } from './account.ts'
import { lockAccount, saveAccounts } from './locked-accounts.ts'

/**
 * After a change of plan: from now on this month's grant is the new plan's, less what the month has used already.
 * It depends on nothing else, so going to and fro between plans gains nothing.
 */
export async function changeGrant(tx: Tx, now: Date, organizationId: string): Promise<void> {
  const locked = await lockAccount(tx, organizationId)
  const { granted, monthConsumed, plan } = locked.account
  const anew = Math.max(0, grantOf(locked.account) - monthConsumed)
  if (anew === granted) return
  locked.account = { ...locked.account, granted: anew }
  locked.entries.push({
    organizationId,
    subjectId: newId(now),
    kind: anew > granted ? 'grant' : 'expiry',
    credits: anew - granted,
    note: `the ${plan} plan`,
    at: now,
  })
  saveAccounts(tx, [locked])
}
