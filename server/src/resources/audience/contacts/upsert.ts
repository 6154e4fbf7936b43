import type { ContactPut } from '@posthorn/contract/audience/contact-bulk'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import type { ConsentCaller } from '#resources/audience/consent/entry.ts'
import { changeContact } from './change.ts'
import type { Contact } from './contact.ts'
import { contactSourceOf, createContacts } from './create.ts'
import { lockContactByEmail, lockContacts } from './store.ts'

const maxTries = 3

/** Changes the contact with this address, or creates it. */
export async function upsertContact(
  tx: Tx,
  caller: ConsentCaller,
  now: Date,
  asked: ContactPut,
  nth = 1,
): Promise<Contact> {
  const { email, phone_number: _phoneNumber, ...update } = asked
  const known = await lockContactByEmail(tx, caller.environmentId, email)
  if (known) return changeContact(tx, caller, now, known.id, update)
  const [created] = await createContacts(tx, [{ caller, asked, now, source: contactSourceOf(caller) }])
  if (!created) throw new Error('a contact was not created')
  if (!(created instanceof Refusal)) return created
  if (nth >= maxTries || !(await mayTryAgain(tx, caller, created, email))) throw created
  return upsertContact(tx, caller, now, asked, nth + 1)
}

/** A concurrent request has created the contact with this address, or deleted the contact that was in the way. Otherwise another contact has the number. */
async function mayTryAgain(
  tx: Tx,
  { environmentId }: ConsentCaller,
  refused: Refusal,
  email: string,
): Promise<boolean> {
  if (refused.code !== 'contact_exists') return false
  const { id } = Object(refused.details)
  const [holder] = id === undefined ? [] : await lockContacts(tx, [{ environmentId, id: String(id) }])
  return !holder || holder.contact.email?.toLowerCase() === email.toLowerCase()
}
