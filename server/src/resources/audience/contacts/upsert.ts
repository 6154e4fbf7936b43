import type { ContactPut } from '@posthorn/contract/audience/contact-bulk'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { type ConsentCaller, sourceOf } from '#resources/audience/consent/entry.ts'
import { addToList, keepList } from '#resources/audience/segments/list.ts'
import { changeContact } from './change.ts'
import type { Contact } from './contact.ts'
import { ContactExists } from './contact-exists.ts'
import { contactSourceOf, createContacts } from './create.ts'
import { keepNamedTopics } from './import-topics.ts'
import { setMemberships } from './membership.ts'
import { lockContactByEmail, lockContacts } from './store.ts'

/** Changes the contact with this address, or creates it, together with its segments and topics. */
export async function upsertContact(
  tx: Tx,
  caller: ConsentCaller,
  now: Date,
  { segment_ids = [], topics = {}, ...asked }: ContactPut,
): Promise<Contact> {
  const { environmentId } = caller
  // Locked in the order of an import: lists, topics, contacts.
  const lists = [...new Set(segment_ids)].toSorted().map(id => ({ environmentId, id }))
  for (const list of lists) await keepList(tx, list)
  await keepNamedTopics(tx, environmentId, [{ topics }])
  const contact = await changeOrCreate(tx, caller, now, asked)
  const by = sourceOf(caller)
  const choices = Object.entries(topics).map(([topicId, subscribed]) => ({
    ...{ environmentId, contactId: contact.id, topicId, subscribed },
    ...{ by, at: now },
  }))
  const verdicts = choices.length > 0 ? await setMemberships(tx, choices) : []
  for (const verdict of verdicts) if (verdict instanceof Refusal) throw verdict
  for (const list of lists) await addToList(tx, list, [contact.id], now)
  return contact
}

const maxTries = 3

async function changeOrCreate(
  tx: Tx,
  caller: ConsentCaller,
  now: Date,
  asked: Omit<ContactPut, 'segment_ids' | 'topics'>,
  nth = 1,
): Promise<Contact> {
  const { email, phone_number: _phoneNumber, ...update } = asked
  const known = await lockContactByEmail(tx, caller.environmentId, email)
  if (known) return changeContact(tx, caller, now, known.id, update)
  const [created] = await createContacts(tx, [{ caller, asked, now, source: contactSourceOf(caller) }])
  if (!created) throw new Error('a contact was not created')
  if (!(created instanceof Refusal)) return created
  if (nth >= maxTries || !(await mayTryAgain(tx, caller, created, email))) throw created
  return changeOrCreate(tx, caller, now, asked, nth + 1)
}

/** A concurrent request has created the contact with this address, or deleted the contact that was in the way. Otherwise another contact has the number. */
async function mayTryAgain(
  tx: Tx,
  { environmentId }: ConsentCaller,
  refused: Refusal,
  email: string,
): Promise<boolean> {
  if (!(refused instanceof ContactExists)) return false
  const [holder] = await lockContacts(tx, [{ environmentId, id: refused.holderId }])
  return !holder || holder.contact.email?.toLowerCase() === email.toLowerCase()
}
