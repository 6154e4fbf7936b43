import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { contactsOf } from '../read.ts'
import { type ContactEvent, listContactEvents } from './event-store.ts'

/** The events of an existing contact, newest first. */
export async function readContactEvents(
  db: Db,
  { environmentId }: Caller,
  id: string,
  page: PageRequest,
): Promise<ContactEvent[]> {
  const [contact] = isId(id) ? await contactsOf(db, [{ environmentId, id }]) : []
  if (!contact) throw notFound('contact')
  return listContactEvents(db, { environmentId, id }, page)
}
