import { maxCounted } from '@posthorn/contract/audience/contact-bulk'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import type { ValueRange } from '#resources/audience/fields/value-range.ts'
import { membersCondition, readSegment } from '#resources/audience/segments/members.ts'
import type { Contact } from './contact.ts'
import { alsoMatches, countUpTo } from './count-store.ts'
import { listContactsWith } from './filter-store.ts'
import { readMembers } from './members.ts'
import { readPropertyFilter } from './property-filter.ts'
import { searchContacts } from './search-store.ts'
import {
  type Address,
  type ContactFilters,
  type EmailIdentity,
  findByEmail,
  findByPhoneNumber,
  findContacts,
  findContactsByEmail,
  findTopicsOf,
  listContacts,
} from './store.ts'
import { type ContactTopic, listContactTopics } from './topic-store.ts'

/** Reads single contacts; simultaneous requests share one query. */
export function contactReader(db: Db): (caller: Caller, id: string) => Promise<Contact> {
  const find = gather<Address, { contact: Contact | undefined }>(
    async wanted => (await findContacts(db, wanted)).map(contact => ({ contact })),
    { tenantOf: ({ environmentId }) => environmentId },
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

/** Reads many, in the order asked; undefined for a contact that does not exist. */
export async function contactsOf(db: Db, wanted: readonly Address[]): Promise<(Contact | undefined)[]> {
  return wanted.length === 0 ? [] : findContacts(db, wanted)
}

/** The topics each contact is subscribed to, in the order asked. */
export async function topicsOf(db: Db, contacts: readonly Address[]): Promise<string[][]> {
  const found = contacts.length === 0 ? [] : await findTopicsOf(db, contacts)
  const byContact = Map.groupBy(found, one => `${one.environmentId} ${one.contactId}`)
  return contacts.map(({ environmentId, id }) =>
    (byContact.get(`${environmentId} ${id}`) ?? []).map(({ topicId }) => topicId),
  )
}

/** Undefined when no contact has this address. */
export const contactByEmail = (db: Db, environmentId: string, email: string): Promise<Contact | undefined> =>
  findByEmail(db, environmentId, email)

/** Reads many, in the order asked, ignoring case; undefined for an address without a contact. */
export async function contactsByEmail(db: Db, wanted: readonly EmailIdentity[]): Promise<(Contact | undefined)[]> {
  return wanted.length === 0 ? [] : findContactsByEmail(db, wanted)
}

export type ListFilters = ContactFilters & {
  search?: string | undefined
  properties?: string | undefined
  /** `now`: the segment's filter may depend on the date. */
  segment?: { id: string; now: Date } | undefined
}

/** Counts up to one above the limit, to tell that there are more. */
export async function countContacts(
  db: Db,
  { environmentId }: Caller,
  { search, properties, segment, ...filters }: ListFilters,
): Promise<{ count: number; isExact: boolean }> {
  if (filters.topicId !== undefined && !isId(filters.topicId)) return { count: 0, isExact: true }
  const ranges = properties === undefined ? [] : await rangesOf(db, environmentId, properties)
  const members =
    segment &&
    (await membersCondition(db, environmentId, await readSegment(db, environmentId, segment.id), {
      ...{ now: segment.now, rows: 'many' },
    }))
  const count = await countUpTo(db, environmentId, { filters, search, ranges, members, limit: maxCounted + 1 })
  return { count: Math.min(count, maxCounted), isExact: count <= maxCounted }
}

/** Refuses a contact that does not exist. */
export async function readContactTopics(
  db: Db,
  { environmentId }: Caller,
  id: string,
  page: PageRequest,
  subscribed: boolean | undefined,
): Promise<ContactTopic[]> {
  const [contact] = isId(id) ? await findContacts(db, [{ environmentId, id }]) : []
  if (!contact) throw notFound('contact')
  return listContactTopics(db, { environmentId, id }, page, subscribed)
}

export async function readContacts(
  db: Db,
  { environmentId }: Caller,
  page: PageRequest,
  { search, properties, segment, ...filters }: ListFilters,
): Promise<Contact[]> {
  // An invalid topic id has no subscribers.
  if (filters.topicId !== undefined && !isId(filters.topicId)) return []
  const ranges = properties === undefined ? [] : await rangesOf(db, environmentId, properties)
  if (segment) {
    const whom = await readSegment(db, environmentId, segment.id)
    const matches = alsoMatches(environmentId, { filters, search, ranges })
    return readMembers(db, { environmentId, whom, now: segment.now }, page, matches)
  }
  if (search !== undefined) return searchContacts(db, environmentId, page, { search, ...filters }, ranges)
  return ranges.length === 0
    ? listContacts(db, environmentId, page, filters)
    : listContactsWith(db, environmentId, page, filters, ranges)
}

async function rangesOf(db: Db, environmentId: string, filter: string): Promise<ValueRange[]> {
  const fields = await fieldsOf(db, [environmentId])
  return readPropertyFilter(fields(environmentId), filter)
}
