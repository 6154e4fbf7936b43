/**
 * What a reader wants to get. Whoever holds the link of a copy may say so for its recipient: there is no password. Somebody
 * who is no contact yet becomes one, because somebody has to remember it.
 */
import { isErased } from '#core/addresses/erased-address.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Brand } from '#resources/account/branding/brand.ts'
import { readBrand } from '#resources/account/branding/change.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { setMembership } from '#resources/audience/contacts/membership.ts'
import { contactByEmail } from '#resources/audience/contacts/read.ts'
import { setEmailSubscribed } from '#resources/audience/contacts/subscription/email-subscription.ts'
import { countByEmail } from '#resources/messages/broadcast-figures/count.ts'
import { type Choice, findChoices, findLiveEnvironment, findReader, findToldTopics, type Reader } from './store.ts'

export type Copy = { environmentId: string; emailId: string; nth: number }

export type Preferences = {
  address: string
  /** With the name of the organization where it has chosen none. */
  brand: Pick<Brand, 'color' | 'website' | 'logo'> & { name: string }
  unsubscribeWords: string | null
  confirmationWords: string | null
  /** False: nothing but what must be sent, such as receipts. */
  isSubscribed: boolean
  topics: readonly Choice[]
  /** The topic of the email that the link came with. */
  topicId: string | null
}

/** Whoever was erased has nothing to choose: nobody knows who they were. */
async function readerOf(db: Db, copy: Copy): Promise<Reader | undefined> {
  const reader = await findReader(db, copy)
  return reader && isErased(reader.address) ? undefined : reader
}

export async function readPreferences(db: Db, copy: Copy): Promise<Preferences | undefined> {
  const reader = await readerOf(db, copy)
  if (!reader) return undefined
  const { environmentId, address, topicId } = reader
  const contact = await contactByEmail(db, environmentId, address)
  const choices = await findChoices(db, environmentId, contact?.id ?? null)
  // Whoever is no contact gets what is sent about a topic, and has just got something about this one.
  const topics = contact ? choices : choices.map(one => (one.id === topicId ? { ...one, subscribed: true } : one))
  const { name, color, website, logo, ...words } = await readBrand(db, reader.organizationId)
  const brand = { name: name ?? reader.organizationName, color, website, logo }
  return { ...words, brand, address, isSubscribed: contact?.emailSubscribed ?? true, topics, topicId }
}

/** By a mail to the address that the email brought. Its id is enough: only we could have sealed it. */
export async function unsubscribeByMail(
  tx: Tx,
  { emailId, nth }: Omit<Copy, 'environmentId'>,
  now: Date,
): Promise<boolean> {
  const environmentId = await findLiveEnvironment(tx, emailId)
  if (environmentId === undefined) return false
  return unsubscribe(tx, { environmentId, emailId, nth }, { method: 'unsubscribe_mail' }, now)
}

/** How the reader said so, and from where. */
export type Way = Pick<ConsentSource, 'method' | 'ip'>

const sourceOf = ({ emailId }: Reader, way: Way): ConsentSource => ({ ...way, sourceId: emailId })

/** One click: out of the topic that the email was about, or out of everything. False when there is no such email. */
export async function unsubscribe(tx: Tx, copy: Copy, way: Way, now: Date): Promise<boolean> {
  const reader = await readerOf(tx, copy)
  if (!reader) return false
  const { environmentId, address, topicId } = reader
  const contact = await contactByEmail(tx, environmentId, address)
  const by = sourceOf(reader, way)
  // Somebody unknown, or a topic that is gone: then it is everything.
  const topics = contact && topicId !== null ? await findChoices(tx, environmentId, contact.id) : []
  const topic = topics.find(one => one.id === topicId)
  const changed =
    contact && topic
      ? await leave(tx, { environmentId, by }, contact.id, topic, now)
      : await setEmailSubscribed(tx, { environmentId, email: address, subscribed: false, by, at: now })
  if (changed) await tell(tx, reader, topic?.id, now)
  return true
}

type Sayer = { environmentId: string; by: ConsentSource }

async function leave(tx: Tx, sayer: Sayer, contactId: string, topic: Choice, now: Date): Promise<boolean> {
  if (!topic.subscribed) return false
  await setMembership(tx, sayer, now, { contactId, topicId: topic.id, subscribed: false })
  return true
}

/** The button of the page: out of the topic of the email, or into it again. False when there is no such email. */
export async function chooseTopic(
  tx: Tx,
  copy: Copy,
  { subscribed, ip }: { subscribed: boolean; ip?: string | undefined },
  now: Date,
): Promise<boolean> {
  const reader = await readerOf(tx, copy)
  if (!reader) return false
  const { environmentId, address, topicId } = reader
  const by = sourceOf(reader, { method: 'unsubscribe_link', ip })
  const known = await contactByEmail(tx, environmentId, address)
  const topic = (await findChoices(tx, environmentId, known?.id ?? null)).find(({ id }) => id === topicId)
  // The page had no such button, or the topic has gone since.
  if (!topic) return true
  if (!known) await createContacts(tx, [{ caller: { environmentId }, by, asked: { email: address }, now }])
  const contact = known ?? (await contactByEmail(tx, environmentId, address))
  // Whoever is no contact gets what is sent about a topic.
  const wasSubscribed = known ? topic.subscribed : true
  if (contact)
    await setMembership(tx, { environmentId, by }, now, { contactId: contact.id, topicId: topic.id, subscribed })
  if (wasSubscribed && !subscribed) await tell(tx, reader, topic.id, now)
  return true
}

/** Without topics those stay as they are. */
export type Wishes = { isSubscribed: boolean; topicIds?: readonly string[]; ip?: string | undefined }

/** What was chosen on the page: exactly these topics, or nothing at all. False when there is no such email. */
export async function savePreferences(tx: Tx, copy: Copy, wishes: Wishes, now: Date): Promise<boolean> {
  const reader = await readerOf(tx, copy)
  if (!reader) return false
  const { environmentId, address } = reader
  const { isSubscribed, topicIds, ip } = wishes
  const by = sourceOf(reader, { method: 'unsubscribe_link', ip })
  // Whoever chooses among topics is remembered, or the choice would be lost.
  if (topicIds) await createContacts(tx, [{ caller: { environmentId }, by, asked: { email: address }, now }])
  const turned = await setEmailSubscribed(tx, { environmentId, email: address, subscribed: isSubscribed, by, at: now })
  const contact = await contactByEmail(tx, environmentId, address)
  const topics = contact && isSubscribed && topicIds ? await findChoices(tx, environmentId, contact.id) : []
  for (const { id, subscribed } of topics) {
    const wanted = topicIds?.includes(id) ?? subscribed
    if (contact && wanted !== subscribed)
      await setMembership(tx, { environmentId, by }, now, { contactId: contact.id, topicId: id, subscribed: wanted })
  }
  if (turned && !isSubscribed) await tell(tx, reader, undefined, now)
  return true
}

/**
 * An email is left once by each recipient, in whole or by its topic, however often they come back and leave again. The contact is held by now:
 * of clicks at one moment the second sees what the first has told.
 */
async function tell(tx: Tx, reader: Reader, topicId: string | undefined, at: Date) {
  const { environmentId, emailId, address } = reader
  const told = await findToldTopics(tx, reader)
  if (told.includes(topicId ?? null)) return
  const data = { email_id: emailId, recipient: address, ...(topicId !== undefined && { topic_id: topicId }) }
  const fact: Fact = { environmentId, type: 'email.unsubscribed', subjectId: emailId, data, at }
  await record(tx, [fact])
  if (told.length === 0) await countByEmail(tx, [{ environmentId, emailId, counts: { unsubscribed: 1 } }])
}
