import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { grantOf } from './account.ts'
import { closeBooks, openBook } from './books.ts'

/**
 * After a change of plan: from now on this month's grant is the new plan's, less what the month has used already.
 * It depends on nothing else, so going to and fro between plans gains nothing.
 */
export async function changeGrant(tx: Tx, now: Date, organizationId: string): Promise<void> {
  const book = await openBook(tx, organizationId)
  const { granted, monthConsumed, plan } = book.account
  const anew = Math.max(0, grantOf(book.account) - monthConsumed)
  if (anew === granted) return
  book.account = { ...book.account, granted: anew }
  book.entries.push({
    organizationId,
    subjectId: newId(now),
    kind: anew > granted ? 'grant' : 'expiry',
    credits: anew - granted,
    note: `the ${plan} plan`,
    at: now,
  })
  closeBooks(tx, [book])
}
