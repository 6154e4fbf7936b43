import type { Caller } from '#caller.ts'
import { isId } from '#id.ts'
import type { PageRequest } from '#page.ts'
import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import { notFound } from '#refusal.ts'
import type { Contact } from './contact.ts'
import {
  type Address,
  type ContactFilters,
  findByEmail,
  findByPhoneNumber,
  findContacts,
  listContacts,
} from './store.ts'

/** Reads single contacts; those that are asked for at the same moment share one query. */
export function contactReader(db: Db): (caller: Caller, id: string) => Promise<Contact> {
  const find = gather<Address, { contact: Contact | undefined }>(async wanted =>
    (await findContacts(db, wanted)).map(contact => ({ contact })),
  )
  return async (caller, id) => {
    if (!isId(id)) throw notFound('contact')
    const { contact } = await find({ environmentId: caller.environmentId, id })
    if (!contact) throw notFound('contact')
    return contact
  }
}

export async function lookUpContact(
  db: Db,
  { environmentId }: Caller,
  { email, phoneNumber }: { email?: string | undefined; phoneNumber?: string | undefined },
): Promise<Contact> {
  const contact =
    email !== undefined
      ? await findByEmail(db, environmentId, email)
      : await findByPhoneNumber(db, environmentId, phoneNumber ?? '')
  if (!contact) throw notFound('contact')
  return contact
}

export async function readContacts(
  db: Db,
  { environmentId }: Caller,
  page: PageRequest,
  filters: ContactFilters,
): Promise<Contact[]> {
  // Nobody can be subscribed to a topic that cannot exist.
  if (filters.topicId !== undefined && !isId(filters.topicId)) return []
  return listContacts(db, environmentId, page, filters)
}
