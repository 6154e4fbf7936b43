import type { ContactPut } from '@posthorn/contract/audience/contact-bulk'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import type { ConsentCaller } from '#resources/audience/consent/entry.ts'
import { changeContact } from './change.ts'
import type { Contact } from './contact.ts'
import { contactSourceOf, createContacts } from './create.ts'
import { lockContactByEmail } from './store.ts'

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
  // A concurrent request has created the contact, unless only its number is taken.
  const isThere =
    created.code === 'contact_exists' && nth < maxTries && (await lockContactByEmail(tx, caller.environmentId, email))
  if (!isThere) throw created
  return upsertContact(tx, caller, now, asked, nth + 1)
}
