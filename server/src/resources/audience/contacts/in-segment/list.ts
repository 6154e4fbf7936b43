/** Adds contacts to a list or removes them, by id or address. */
import type { SegmentMembers } from '@posthorn/contract/segments/segments'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { addToList, keepList, removeFromList } from '#resources/audience/segments/list.ts'
import { readListsOf } from '#resources/audience/segments/members.ts'
import type { Segment } from '#resources/audience/segments/segment.ts'
import { contactsByEmail, contactsOf } from '../read.ts'

export type Changed = { changed: number; unchanged: number; notFound: string[] }

type Address = { environmentId: string; id: string }
type Change = { tx: Tx; caller: Pick<Caller, 'environmentId'>; id: string; asked: SegmentMembers }

export async function addContacts({ tx, caller, id, asked }: Change, now: Date): Promise<Changed> {
  const list = { environmentId: caller.environmentId, id }
  await keepList(tx, list)
  const { ids, notFound } = await find(tx, list.environmentId, asked)
  const changed = await addToList(tx, list, ids, now)
  return { changed, unchanged: ids.length - changed, notFound }
}

export async function removeContacts({ tx, caller, id, asked }: Change): Promise<Changed> {
  const list = { environmentId: caller.environmentId, id }
  await keepList(tx, list)
  const { ids, notFound } = await find(tx, list.environmentId, asked)
  const changed = await removeFromList(tx, list, ids)
  return { changed, unchanged: ids.length - changed, notFound }
}

/** The lists a contact is on. */
export async function readLists(db: Db, contact: Address, page: PageRequest): Promise<Segment[]> {
  const [found] = isId(contact.id) ? await contactsOf(db, [contact]) : []
  if (!found) throw notFound('contact')
  return readListsOf(db, { environmentId: contact.environmentId, contactId: contact.id }, page)
}

/** Each contact once, even if it is named several times. */
async function find(tx: Tx, environmentId: string, { contact_ids, emails }: SegmentMembers) {
  const named = [...new Set(emails ?? contact_ids ?? [])]
  const possible = emails ? named : named.filter(isId)
  const contacts = emails
    ? await contactsByEmail(
        tx,
        possible.map(email => ({ environmentId, email })),
      )
    : await contactsOf(
        tx,
        possible.map(id => ({ environmentId, id })),
      )
  const idOf = new Map(possible.map((name, nth) => [name, contacts[nth]?.id]))
  return {
    ids: [...new Set([...idOf.values()].flatMap(id => id ?? []))],
    notFound: named.filter(name => idOf.get(name) === undefined),
  }
}
