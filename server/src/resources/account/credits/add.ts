import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { balanceOf } from './account.ts'
import { lockAccount, saveAccounts } from './locked-accounts.ts'
import { maxCredits, toCredits, toThousandths } from './money.ts'

export type Addition = { organizationId: string; credits: number; note?: string | undefined }

/** Adds credits that do not expire. Returns the balance. */
export async function addCredits(tx: Tx, now: Date, { organizationId, credits, note }: Addition): Promise<number> {
  const locked = await lockAccount(tx, organizationId)
  const gained = toThousandths(credits)
  locked.account = { ...locked.account, added: locked.account.added + gained }
  const balance = toCredits(balanceOf(locked.account))
  if (balance > maxCredits) {
    const message = `A balance holds at most ${maxCredits.toLocaleString('en')} credits.`
    throw new Refusal('validation_error', { message })
  }
  const subjectId = newId(now)
  locked.entries.push({ organizationId, subjectId, kind: 'added', credits: gained, note: note ?? null, at: now })
  saveAccounts(tx, [locked])
  return balance
}
