import type { Caller } from '#core/caller.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import { forget } from '#events/forget.ts'
import type { Tx } from '#postgres/database.ts'
import { deleteWith } from '#resources/messages/fallbacks/change.ts'
import { keyOf } from '../read/read.ts'
import { deleteRows, isScheduled, lockForDeletion } from './delete-store.ts'

/** Figures and the ledger stay: they hold counts and amounts, and no content. */
export async function deleteEmail(tx: Tx, caller: Caller, id: string): Promise<void> {
  const key = keyOf(caller, id)
  // Asked without a lock: what cancels or releases a scheduled email locks its rows in the other order.
  if (await isScheduled(tx, key)) throw tooSoon('It is scheduled: cancel it first.')
  const email = await lockForDeletion(tx, key)
  if (!email) throw notFound('email')
  if (email.isOpen) throw tooSoon('It is still on its way: delete it when it has ended.')
  await deleteRows(tx, key)
  await deleteWith(tx, key)
  await forget(tx, key.environmentId, [id])
}

const tooSoon = (message: string) => new Refusal('invalid_state', { message })
