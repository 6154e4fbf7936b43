import type { ContactUpdate } from '@posthorn/contract/contacts'
import type { Caller } from '#caller.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import { isId } from '#id.ts'
import type { Tx } from '#postgres/database.ts'
import { notFound, Refusal } from '#refusal.ts'
import { numberKey } from '#resources/opt-outs/number-key.ts'
import { optedOutAmong } from '#resources/opt-outs/read.ts'
import { applyUpdate, type Contact } from './contact.ts'
import { deleteContact, lockContact, updateContact } from './store.ts'
import { toWireContact } from './wire.ts'

export async function changeContact(
  tx: Tx,
  caller: Caller,
  now: Date,
  id: string,
  asked: ContactUpdate,
): Promise<Contact> {
  const before = isId(id) ? await lockContact(tx, caller.environmentId, id) : undefined
  if (!before) throw notFound('contact')
  if (asked.sms_subscribed) await refuseIfOptedOut(tx, caller.environmentId, before)
  return saveChange(tx, caller.environmentId, before, asked, now)
}

/** Asked only once the contact is locked: whoever says STOP meanwhile waits for the lock, and has the last word. */
async function refuseIfOptedOut(tx: Tx, environmentId: string, { phoneNumber }: Contact): Promise<void> {
  if (phoneNumber === null) return
  const own = { environmentId, number: phoneNumber }
  if (!(await optedOutAmong(tx, [own])).has(numberKey(own))) return
  throw new Refusal('recipient_opted_out', {
    message: `${phoneNumber} has said STOP. Only a START from this number opens it again.`,
  })
}

/** For a contact that is locked. Only a change is a fact: an update that leaves everything as it was records nothing. */
export async function saveChange(
  tx: Tx,
  environmentId: string,
  before: Contact,
  asked: ContactUpdate,
  at: Date,
): Promise<Contact> {
  const { after, changed } = applyUpdate(before, asked)
  if (changed.length === 0) return before
  const contact = { ...after, updatedAt: at }
  await updateContact(tx, environmentId, contact.id, contact, at)
  await record(tx, factsOfChange(environmentId, before, contact))
  return contact
}

function factsOfChange(environmentId: string, before: Contact, after: Contact): Fact[] {
  const base = { environmentId, subjectId: after.id, at: after.updatedAt }
  const previous = toWireContact(before)
  const current = toWireContact(after)
  const turned = (channel: 'email' | 'sms'): Fact[] => {
    const subscribed = current[`${channel}_subscribed`]
    if (subscribed === previous[`${channel}_subscribed`]) return []
    return [
      { ...base, type: subscribed ? 'contact.subscribed' : 'contact.unsubscribed', data: { ...current, channel } },
    ]
  }
  return [{ ...base, type: 'contact.updated', data: { ...current, previous } }, ...turned('email'), ...turned('sms')]
}

export async function removeContact(tx: Tx, caller: Caller, now: Date, id: string): Promise<void> {
  const contact = isId(id) ? await deleteContact(tx, caller.environmentId, id) : undefined
  if (!contact) throw notFound('contact')
  const { environmentId } = caller
  await record(tx, [
    { environmentId, type: 'contact.deleted', subjectId: contact.id, data: toWireContact(contact), at: now },
  ])
}
