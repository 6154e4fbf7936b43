import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { insertErased } from './erased-store.ts'
import { deleteByEmail } from './store.ts'
import type { SuppressedAddress } from './suppression.ts'

/**
 * Replaces the address on the list by its hash, so that mail to it is still refused. `hasUnsubscribed`: an address without broadcasts is added to the
 * list, because the contact that recorded it is deleted; otherwise importing an old file would resubscribe the person. Repeatable.
 */
export async function eraseSuppression(
  tx: Tx,
  { environmentId, email, hasUnsubscribed, at }: SuppressedAddress & { hasUnsubscribed: boolean; at: Date },
): Promise<void> {
  const known = await deleteByEmail(tx, environmentId, email)
  const wish = { environmentId, id: newId(at), reason: 'unsubscribe' as const, emailId: null, createdAt: at }
  const kept = known ?? (hasUnsubscribed ? wish : undefined)
  if (!kept) return
  const hash = (await readAddressHasher(tx))({ environmentId, address: email })
  await insertErased(tx, { ...kept, email: null, hash })
}
