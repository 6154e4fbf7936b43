/**
 * The preferences of a reader. The link of an email copy is the only credential: its holder may change them for the copy's recipient. A reader
 * without a contact becomes one, to store the choice.
 */
import { isErased } from '#core/addresses/erased-address.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Brand } from '#resources/account/branding/brand.ts'
import { readBrand } from '#resources/account/branding/change.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { lockNamed } from '#resources/audience/contacts/erase.ts'
import { setMembership, setMemberships } from '#resources/audience/contacts/membership.ts'
import { contactByEmail } from '#resources/audience/contacts/read.ts'
import { setEmailSubscribed } from '#resources/audience/contacts/subscription/email-subscription.ts'
import { lockTopics } from '#resources/audience/topics/read.ts'
import { countByEmail } from '#resources/messages/broadcast-figures/count.ts'
import {
  type Choice,
  findChoices,
  findLiveEnvironment,
  findReader,
  findUnsubscribedTopics,
  type Reader,
} from './store.ts'

export type Copy = { environmentId: string; emailId: string; nth: number }

export type Preferences = {
  address: string
  /** The brand name, or the organization's name if there is none. */
  brand: Pick<Brand, 'color' | 'website' | 'logo'> & { name: string }
  unsubscribeWords: string | null
  confirmationWords: string | null
  /** False: only mandatory email, such as receipts. */
  isSubscribed: boolean
  topics: readonly Choice[]
  /** The topic of the email that contained the link. */
  topicId: string | null
}

/** An erased person has no preferences: nobody knows who it was. */
async function readerOf(db: Db, copy: Copy): Promise<Reader | undefined> {
  const reader = await findReader(db, copy)
  return reader && isErased(reader.address) ? undefined : reader
}

export async function readPreferences(db: Db, copy: Copy): Promise<Preferences | undefined> {
  const reader = await readerOf(db, copy)
  if (!reader) return undefined
  const { environmentId, address, topicId } = reader
  const contact = await contactByEmail(db, environmentId, address)
  const topics = await choicesOf(db, reader, contact)
  const { name, color, website, logo, ...words } = await readBrand(db, reader.organizationId)
  const brand = { name: name ?? reader.organizationName, color, website, logo }
  return { ...words, brand, address, isSubscribed: contact?.emailSubscribed ?? true, topics, topicId }
}

/** A reader without a contact gets topic emails, and has just got one about this topic. */
async function choicesOf(db: Db, { environmentId, topicId }: Reader, contact: { id: string } | undefined) {
  const choices = await findChoices(db, environmentId, contact?.id ?? null)
  return contact ? choices : choices.map(one => (one.id === topicId ? { ...one, subscribed: true } : one))
}

/** Unsubscribes by a mail to the List-Unsubscribe address of an email. The sealed id is enough: only we can have issued it. */
export async function unsubscribeByMail(
  tx: Tx,
  { emailId, nth }: Omit<Copy, 'environmentId'>,
  now: Date,
): Promise<boolean> {
  const environmentId = await findLiveEnvironment(tx, emailId)
  if (environmentId === undefined) return false
  return unsubscribe(tx, { environmentId, emailId, nth }, { method: 'unsubscribe_mail' }, now)
}

/** The reader's method and IP address. */
export type UnsubscribeMethod = Pick<ConsentSource, 'method' | 'ip'>

const sourceOf = ({ emailId }: Reader, how: UnsubscribeMethod): ConsentSource => ({ ...how, sourceId: emailId })

/** One click: unsubscribes from the email's topic, or from everything. False for an unknown email. */
export async function unsubscribe(tx: Tx, copy: Copy, how: UnsubscribeMethod, now: Date): Promise<boolean> {
  const reader = await readerOf(tx, copy)
  if (!reader) return false
  const { environmentId, address, topicId } = reader
  const by = sourceOf(reader, how)
  // Without a contact or with a deleted topic, unsubscribe from everything. Both are locked: nobody repeats a click that found one being deleted.
  const contact = await lockNamed(tx, { environmentId, email: address })
  if (topicId !== null) await lockTopics(tx, [{ environmentId, id: topicId }])
  const topics = contact && topicId !== null ? await findChoices(tx, environmentId, contact.id) : []
  const topic = topics.find(one => one.id === topicId)
  const changed =
    contact && topic
      ? await leave(tx, { environmentId, by }, contact.id, topic, now)
      : await setEmailSubscribed(tx, { environmentId, email: address, subscribed: false, by, at: now })
  if (changed) await recordUnsubscribe(tx, reader, topic?.id, now)
  return true
}

type Source = { environmentId: string; by: ConsentSource }

/** Also for those who have left before: somebody may have asked to subscribe them again. */
async function leave(tx: Tx, source: Source, contactId: string, topic: Choice, now: Date): Promise<boolean> {
  await setMembership(tx, source, now, { contactId, topicId: topic.id, subscribed: false })
  return topic.subscribed
}

/** The page's button: leaves the email's topic, or joins it again. False for an unknown email. */
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
  const topic = (await choicesOf(tx, reader, known)).find(({ id }) => id === topicId)
  // The page has no such button, or the topic was deleted since.
  if (!topic) return true
  if (!known) await createContacts(tx, [{ caller: { environmentId }, by, asked: { email: address }, now }])
  const contact = known ?? (await contactByEmail(tx, environmentId, address))
  if (contact)
    await setMembership(tx, { environmentId, by }, now, { contactId: contact.id, topicId: topic.id, subscribed })
  if (topic.subscribed && !subscribed) await recordUnsubscribe(tx, reader, topic.id, now)
  return true
}

/** Without `topicIds`, the topics stay as they are. */
export type ChosenPreferences = { isSubscribed: boolean; topicIds?: readonly string[]; ip?: string | undefined }

/** The choice on the page: exactly these topics, or nothing at all. False for an unknown email. */
export async function savePreferences(tx: Tx, copy: Copy, chosen: ChosenPreferences, now: Date): Promise<boolean> {
  const reader = await readerOf(tx, copy)
  if (!reader) return false
  const { environmentId, address } = reader
  const { isSubscribed, topicIds, ip } = chosen
  const by = sourceOf(reader, { method: 'unsubscribe_link', ip })
  const known = await contactByEmail(tx, environmentId, address)
  const shown = known ? undefined : await choicesOf(tx, reader, undefined)
  // Choosing topics needs a contact to store the choice.
  if (topicIds) await createContacts(tx, [{ caller: { environmentId }, by, asked: { email: address }, now }])
  const turned = await setEmailSubscribed(tx, { environmentId, email: address, subscribed: isSubscribed, by, at: now })
  const contact = known ?? (await contactByEmail(tx, environmentId, address))
  if (turned && !isSubscribed) await recordUnsubscribe(tx, reader, undefined, now)
  if (!contact || !isSubscribed || !topicIds) return true
  const topics = shown ?? (await choicesOf(tx, reader, contact))
  await setMemberships(
    tx,
    topics
      // The choice answers an open request, too. A new contact may have fewer topics than the page has shown.
      .filter(({ id, subscribed, pending }) => pending || shown || subscribed !== topicIds.includes(id))
      .map(({ id }) => ({
        environmentId,
        contactId: contact.id,
        topicId: id,
        subscribed: topicIds.includes(id),
        by,
        at: now,
      })),
  )
  for (const { id, subscribed } of topics)
    if (subscribed && !topicIds.includes(id)) await recordUnsubscribe(tx, reader, id, now)
  return true
}

/**
 * Records at most one unsubscribe per recipient, email and topic, however often the recipient returns and leaves again. The contact is locked by now,
 * so of two simultaneous clicks the second sees the first.
 */
async function recordUnsubscribe(tx: Tx, reader: Reader, topicId: string | undefined, at: Date) {
  const { environmentId, emailId, address } = reader
  const recorded = await findUnsubscribedTopics(tx, reader)
  if (recorded.includes(topicId ?? null)) return
  const data = { email_id: emailId, recipient: address, ...(topicId !== undefined && { topic_id: topicId }) }
  const fact: Fact = { environmentId, type: 'email.unsubscribed', subjectId: emailId, data, at }
  await record(tx, [fact])
  if (recorded.length === 0) await countByEmail(tx, [{ environmentId, emailId, counts: { unsubscribed: 1 } }])
}
