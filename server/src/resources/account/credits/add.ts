import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { balanceOf } from './account.ts'
import { closeBooks, openBook } from './books.ts'
import { maxCredits, toCredits, toThousandths } from './money.ts'

export type Addition = { organizationId: string; credits: number; note?: string | undefined }

/** Credits that stay until they are used. Returns the balance. */
export async function addCredits(tx: Tx, now: Date, { organizationId, credits, note }: Addition): Promise<number> {
  const book = await openBook(tx, organizationId)
  const gained = toThousandths(credits)
  book.account = { ...book.account, added: book.account.added + gained }
  const balance = toCredits(balanceOf(book.account))
  if (balance > maxCredits) {
    const message = `A balance holds at most ${maxCredits.toLocaleString('en')} credits.`
    throw new Refusal('validation_error', { message })
  }
  const subjectId = newId(now)
  book.entries.push({ organizationId, subjectId, kind: 'added', credits: gained, note: note ?? null, at: now })
  closeBooks(tx, [book])
  return balance
}
