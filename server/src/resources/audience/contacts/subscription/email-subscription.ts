import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { saveChange } from '../change.ts'
import { createContacts } from '../create.ts'
import { lockContactByEmail } from '../store.ts'

type Asked = { environmentId: string; email: string; subscribed: boolean; by: ConsentSource; at: Date }

/**
 * What the owner of the address has said. True when that changed something. An address that is nobody's becomes a contact
 * when it says no; to say yes it needs to be nobody's contact.
 */
export async function setEmailSubscribed(
  tx: Tx,
  { environmentId, email, subscribed, by, at }: Asked,
): Promise<boolean> {
  const contact = await lockContactByEmail(tx, environmentId, email)
  if (contact) {
    if (contact.emailSubscribed === subscribed) return false
    await saveChange(tx, environmentId, contact, { email_subscribed: subscribed }, by, at)
    return true
  }
  if (subscribed) return false
  const asked = { email, email_subscribed: false }
  const [created] = await createContacts(tx, [{ caller: { environmentId }, by, asked, now: at }])
  // Somebody else has created it meanwhile: now it is there to be changed.
  if (created instanceof Refusal) return setEmailSubscribed(tx, { environmentId, email, subscribed, by, at })
  return true
}
