import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { insertErased } from './erased-store.ts'
import { deleteByEmail, writeSuppressions } from './store.ts'
import type { SuppressedAddress } from './suppression.ts'

/**
 * Replaces the address on the list by its hash, so that mail to it is still refused. `hasUnsubscribed`: an address without broadcasts is added to the
 * list, because the contact that recorded it is deleted; otherwise importing an old file would resubscribe the person. Repeatable.
 */
export async function eraseSuppression(
  tx: Tx,
  { environmentId, email, hasUnsubscribed, at }: SuppressedAddress & { hasUnsubscribed: boolean; at: Date },
): Promise<void> {
  // Written first: that waits for an entry that is being recorded, which a deletion would pass over. The weakest reason leaves an entry as it is.
  const placeholder = { environmentId, id: newId(at), email, reason: 'manual' as const, emailId: null, createdAt: at }
  const { created } = await writeSuppressions(tx, [placeholder])
  const known = await deleteByEmail(tx, environmentId, email)
  const wish = { ...placeholder, reason: 'unsubscribe' as const }
  const kept = created.size > 0 ? hasUnsubscribed && wish : known
  if (!kept) return
  const hash = (await readAddressHasher(tx))({ environmentId, address: email })
  await insertErased(tx, { ...kept, email: null, hash })
}
