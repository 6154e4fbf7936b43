import type { ContactUpdate } from '@posthorn/contract/audience/contacts'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { type ConsentCaller, type ConsentSource, sourceOf } from '#resources/audience/consent/entry.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import { lockFields } from '#resources/audience/fields/read.ts'
import { numberKey } from '#resources/messages/opt-outs/number-key.ts'
import { optedOutAmong } from '#resources/messages/opt-outs/read.ts'
import { consentOfChange } from './consent.ts'
import { applyUpdate, type Contact, readUpdate } from './contact.ts'
import { withdrawAllRequests } from './pending/request.ts'
import { valueChanges } from './properties.ts'
import { type Address, deleteContact, lockContacts, updateContacts } from './store.ts'
import { saveValues, type ValueRow } from './value-store.ts'
import { toWireContact } from './wire.ts'

export async function changeContact(
  tx: Tx,
  caller: ConsentCaller,
  now: Date,
  id: string,
  asked: ContactUpdate,
): Promise<Contact> {
  const [verdict] = await changeContacts(tx, [
    { environmentId: caller.environmentId, id, asked, by: sourceOf(caller), at: now },
  ])
  if (!verdict || verdict instanceof Refusal) throw verdict ?? notFound('contact')
  return verdict
}

export type ContactChange = {
  environmentId: string
  id: string
  asked: ContactUpdate
  /** The source of the consent changes. */
  by: ConsentSource
  at: Date
}

/** Applies many changes in order; a refused one does not affect the others. */
export async function changeContacts(tx: Tx, changes: readonly ContactChange[]): Promise<(Contact | Refusal)[]> {
  const possible = changes.filter(({ id }) => isId(id))
  const locked = possible.length > 0 ? await lockContacts(tx, possible) : []
  const contacts = new Map(locked.map(({ environmentId, contact }) => [contactKey(environmentId, contact.id), contact]))
  const hasOptedOut = await optedOutOf(tx, changes, contacts)
  const fieldsOf = await lockFields(
    tx,
    changes.flatMap(({ environmentId, asked }) => (asked.properties ? [environmentId] : [])),
  )
  const saved: Saved[] = []
  const verdicts = changes.map(({ environmentId, id, asked, by, at }) => {
    const before = contacts.get(contactKey(environmentId, id))
    if (!before) return notFound('contact')
    if (asked.sms_subscribed && hasOptedOut(environmentId, before)) return optedOut(before)
    const fields = fieldsOf(environmentId)
    const after = changeOf(before, asked, at, fields)
    if (after instanceof Refusal) return after
    contacts.set(contactKey(environmentId, id), after)
    saved.push({ environmentId, before, after, fields, by })
    return after
  })
  await saveAll(tx, saved)
  return verdicts
}

/** For several kinds of changes in one transaction: each of them alone locks its own contacts, and two transactions could deadlock. */
export async function lockForChanges(tx: Tx, contacts: readonly Address[]): Promise<void> {
  await lockContacts(tx, contacts)
}

const contactKey = (environmentId: string, id: string): string => `${environmentId} ${id}`

/** Read only after the contacts are locked: a concurrent STOP waits for the lock and wins. */
async function optedOutOf(tx: Tx, changes: readonly ContactChange[], contacts: ReadonlyMap<string, Contact>) {
  const numbers = changes.flatMap(({ environmentId, id, asked }) => {
    const number = asked.sms_subscribed ? contacts.get(contactKey(environmentId, id))?.phoneNumber : undefined
    return number ? [{ environmentId, number }] : []
  })
  const optedOut = await optedOutAmong(tx, numbers)
  return (environmentId: string, { phoneNumber }: Contact): boolean =>
    phoneNumber !== null && optedOut.has(numberKey({ environmentId, number: phoneNumber }))
}

const optedOut = ({ phoneNumber }: Contact): Refusal =>
  new Refusal('recipient_opted_out', {
    message: `${phoneNumber} has said STOP. Only a START from this number can subscribe it again.`,
  })

/** For a locked contact, without properties. */
export async function saveChange(
  tx: Tx,
  environmentId: string,
  before: Contact,
  asked: Omit<ContactUpdate, 'properties'>,
  by: ConsentSource,
  at: Date,
): Promise<Contact> {
  const { after, changed } = applyUpdate(before, asked)
  if (changed.length === 0) return before
  const saved = { ...after, updatedAt: at }
  await saveAll(tx, [{ environmentId, before, after: saved, fields: new Map(), by }])
  return saved
}

/** The same with properties. The fields must be locked. */
export async function saveUpdate(
  tx: Tx,
  environmentId: string,
  before: Contact,
  asked: ContactUpdate,
  { fields, by, at }: { fields: Fields; by: ConsentSource; at: Date },
): Promise<Contact | Refusal> {
  const after = changeOf(before, asked, at, fields)
  if (!(after instanceof Refusal)) await saveAll(tx, [{ environmentId, before, after, fields, by }])
  return after
}

function changeOf(before: Contact, asked: ContactUpdate, at: Date, fields: Fields): Contact | Refusal {
  const update = readUpdate(before, asked, fields)
  if (update instanceof Refusal) return update
  return update.changed.length === 0 ? before : { ...update.after, updatedAt: at }
}

type Saved = { environmentId: string; before: Contact; after: Contact; fields: Fields; by: ConsentSource }

/** Only a real change records a fact. */
async function saveAll(tx: Tx, saved: readonly Saved[]): Promise<void> {
  const changed = saved.filter(({ before, after }) => after !== before)
  if (changed.length === 0) return
  // A contact that changes twice is written once, in its final state.
  const last = new Map(changed.map(one => [contactKey(one.environmentId, one.after.id), one]))
  const rows = [...last.values()].map(({ environmentId, after }) => ({ environmentId, contact: after }))
  await Promise.all([
    updateContacts(tx, rows),
    saveValues(tx, valuesOf(changed, last)),
    record(
      tx,
      changed.flatMap(({ environmentId, before, after }) => factsOfChange(environmentId, before, after)),
    ),
    recordConsent(tx, changed.flatMap(consentOfChange)),
  ])
  const left = changed.filter(({ before, after }) => before.emailSubscribed && !after.emailSubscribed)
  await withdrawAllRequests(
    tx,
    left.map(({ environmentId, after, by }) => ({ environmentId, contact: after, by, at: after.updatedAt })),
  )
}

/** Compares each contact's first state with its last. */
function valuesOf(changed: readonly Saved[], last: ReadonlyMap<string, Saved>): ValueRow[] {
  const first = new Map(changed.toReversed().map(one => [contactKey(one.environmentId, one.after.id), one.before]))
  return Array.from(last, ([key, { environmentId, after, fields }]) =>
    valueChanges(first.get(key)?.properties ?? null, after.properties, fields).map(change => ({
      environmentId,
      contactId: after.id,
      ...change,
    })),
  ).flat()
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
  const { environmentId } = caller
  const [held] = isId(id) ? await lockContacts(tx, [{ environmentId, id }]) : []
  if (!held) throw notFound('contact')
  const { contact } = held
  await deleteContact(tx, environmentId, id)
  await record(tx, [
    { environmentId, type: 'contact.deleted', subjectId: contact.id, data: toWireContact(contact), at: now },
  ])
}
