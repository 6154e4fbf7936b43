import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { saveChange } from '../change.ts'
import { ContactExists } from '../contact-exists.ts'
import { createContacts } from '../create.ts'
import { withdrawAllRequests } from '../pending/request.ts'
import { lockContactByEmail } from '../store.ts'

type Asked = { environmentId: string; email: string; subscribed: boolean; by: ConsentSource; at: Date }

/** Records a choice by the owner of the address. True when it changed something. An opt-out creates a contact for an unknown address; an opt-in does not. */
export async function setEmailSubscribed(
  tx: Tx,
  { environmentId, email, subscribed, by, at }: Asked,
): Promise<boolean> {
  const contact = await lockContactByEmail(tx, environmentId, email)
  if (contact) {
    if (contact.emailSubscribed === subscribed) {
      // They say it again, after somebody asked to subscribe them to a topic.
      if (!subscribed) await withdrawAllRequests(tx, [{ environmentId, contact, by, at }])
      return false
    }
    await saveChange(tx, environmentId, contact, { email_subscribed: subscribed }, by, at)
    return true
  }
  if (subscribed) return false
  const asked = { email, email_subscribed: false }
  const [created] = await createContacts(tx, [{ caller: { environmentId }, by, asked, now: at }])
  // A concurrent request has created the contact, so it can be changed now.
  if (created instanceof ContactExists) return setEmailSubscribed(tx, { environmentId, email, subscribed, by, at })
  if (created instanceof Refusal) throw created
  return true
}
