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

/** Locks until the transaction ends, and so waits for a concurrent subscription change and sees it. */
export async function lockNamed(tx: Tx, named: NamedContact): Promise<Contact | undefined> {
  if ('id' in named) return (await lockContacts(tx, [named]))[0]?.contact
  return 'email' in named
    ? lockContactByEmail(tx, named.environmentId, named.email)
    : lockContactByNumber(tx, named.environmentId, named.number)
}

/** Removes every trace of the contact except the deletion event, which systems that keep a copy need. */
export async function eraseContact(tx: Tx, { environmentId, id }: Address, at: Date): Promise<void> {
  const contact = await deleteContact(tx, environmentId, id)
  if (!contact) return
  await forget(tx, environmentId, [id])
  const nobody = { ...contact, email: null, phoneNumber: null, firstName: null, lastName: null, properties: null }
  await record(tx, [{ environmentId, type: 'contact.deleted', subjectId: id, data: toWireContact(nobody), at }])
}
