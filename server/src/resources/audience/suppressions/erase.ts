import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { insertErased } from './erased-store.ts'
import { deleteByEmail } from './store.ts'
import type { SuppressedAddress } from './suppression.ts'

/**
 * The address goes from the list and its hash stays, so that mail to it is still refused. `hasUnsubscribed`: whoever wanted no broadcasts
 * is put on the list, because the contact that knew it goes; otherwise an old file, imported again, would bring them back.
 * Done again it changes nothing.
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
