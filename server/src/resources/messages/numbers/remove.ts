import { notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { type OwnNumber, parseNumber } from './number.ts'
import { deleteNumber } from './store.ts'

/** Returns the removed number. */
export async function removeNumber(tx: Tx, number: string): Promise<OwnNumber> {
  const removed = await deleteNumber(tx, parseNumber(number))
  if (!removed) throw notFound('number')
  return removed
}
