/** Requests an erasure. Data that belongs to the person alone is deleted at once; a job searches for the rest. */
import { newId } from '#core/id.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Tx } from '#postgres/database.ts'
import { eraseConsent } from '#resources/audience/consent/erase.ts'
import { waitForBroadcastPages } from '#resources/audience/contact-files/wait.ts'
import { eraseContact, lockNamed, type NamedContact } from '#resources/audience/contacts/erase.ts'
import { eraseSuppression } from '#resources/audience/suppressions/erase.ts'
import { eraseOptOut } from '#resources/messages/opt-outs/change.ts'
import type { Erasure } from './erasure.ts'
import { eraseJob } from './jobs.ts'
import type { Person } from './person.ts'
import { findErasureOf, insertErasure } from './store.ts'

/** By contact id, or by an address or number, even if no contact has it. Undefined for an id that never was a contact. */
export async function requestErasure(tx: Tx, named: NamedContact, at: Date): Promise<Erasure | undefined> {
  const { environmentId } = named
  await waitForBroadcastPages(tx, environmentId)
  const contact = await lockNamed(tx, named)
  if (!contact && 'id' in named) return findErasureOf(tx, environmentId, named.id)
  const person = {
    email: (contact?.email ?? ('email' in named ? named.email : null))?.toLowerCase() ?? null,
    phoneNumber: contact?.phoneNumber ?? ('number' in named ? named.number : null),
  }
  await erasePreferences(tx, environmentId, person, {
    hasUnsubscribed: contact?.emailSubscribed === false,
    takesNoSms: contact?.smsSubscribed === false,
    at,
  })
  if (contact) await eraseContact(tx, { environmentId, id: contact.id }, at)
  const wanted = { environmentId, id: newId(at), contactId: contact?.id ?? null, requestedAt: at, finishedAt: null }
  const erasure = await insertErasure(tx, wanted, person)
  await enqueue(tx, [eraseJob({ environmentId, id: erasure.id, contactId: wanted.contactId })])
  return erasure
}

/** Erases preferences, but keeps a hash of an opt-out, the one thing that must be remembered. */
export async function erasePreferences(
  tx: Tx,
  environmentId: string,
  { email, phoneNumber }: Person,
  { hasUnsubscribed, takesNoSms, at }: { hasUnsubscribed: boolean; takesNoSms: boolean; at: Date },
): Promise<void> {
  await eraseConsent(tx, { environmentId, email, phoneNumber })
  if (email !== null) await eraseSuppression(tx, { environmentId, email, hasUnsubscribed, at })
  if (phoneNumber !== null)
    await eraseOptOut(tx, { environmentId, number: phoneNumber, isUnsubscribed: takesNoSms, at })
}
