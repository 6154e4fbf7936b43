import { forget } from '#events/forget.ts'
import { record } from '#events/record.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Contact } from './contact.ts'
import {
  type Address,
  deleteContact,
  findByEmail,
  findByPhoneNumber,
  findContacts,
  lockContactByEmail,
  lockContactByNumber,
  lockContacts,
} from './store.ts'
import { toWireContact } from './wire.ts'

export type NamedContact =
  | Address
  | { environmentId: string; email: string }
  | { environmentId: string; number: string }

export async function contactNamed(db: Db, named: NamedContact): Promise<Contact | undefined> {
  if ('id' in named) return (await findContacts(db, [named]))[0]
  return 'email' in named
    ? findByEmail(db, named.environmentId, named.email)
    : findByPhoneNumber(db, named.environmentId, named.number)
}

/** Until the transaction ends: whoever is about to change what they want is waited for, and heard. */
export async function lockNamed(tx: Tx, named: NamedContact): Promise<Contact | undefined> {
  if ('id' in named) return (await lockContacts(tx, [named]))[0]?.contact
  return 'email' in named
    ? lockContactByEmail(tx, named.environmentId, named.email)
    : lockContactByNumber(tx, named.environmentId, named.number)
}

/** The contact is as if it never had been, but that it was deleted: whoever keeps a copy of it has to hear that. */
export async function eraseContact(tx: Tx, { environmentId, id }: Address, at: Date): Promise<void> {
  const contact = await deleteContact(tx, environmentId, id)
  if (!contact) return
  await forget(tx, environmentId, [id])
  const nobody = { ...contact, email: null, phoneNumber: null, firstName: null, lastName: null, properties: null }
  await record(tx, [{ environmentId, type: 'contact.deleted', subjectId: id, data: toWireContact(nobody), at }])
}
