import type { Tx } from '#postgres/database.ts'
import { giveBack, type MessageKind } from './account.ts'
import { type Book, closeBooks, openBooks } from './books.ts'
import { toThousandths } from './money.ts'
import { insertRefunds } from './store.ts'

export type Refund = { organizationId: string; subjectId: string; kind: MessageKind; credits: number; at: Date }

/** Of a message no more than was paid for it, however often it is asked; one that was never charged gets nothing. */
export async function refundEach(tx: Tx, refunds: readonly Refund[]): Promise<void> {
  const asked = refunds.filter(({ credits }) => credits > 0)
  if (asked.length === 0) return
  const books = await openBooks(
    tx,
    asked.map(refund => refund.organizationId),
  )
  const changed = new Set<Book>()
  const inThousandths = asked.map(refund => ({ ...refund, credits: toThousandths(refund.credits) }))
  for (const { organizationId, kind, credits, debitedAt } of await insertRefunds(tx, inThousandths)) {
    const book = books.get(organizationId)
    if (!book) throw new Error(`the account of ${organizationId} is not locked`)
    book.account = giveBack(book.account, kind, credits, debitedAt)
    changed.add(book)
  }
  closeBooks(tx, [...changed])
}
