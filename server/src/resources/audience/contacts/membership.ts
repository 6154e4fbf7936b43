import { isId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { type ConsentCaller, type ConsentSource, sourceOf } from '#resources/audience/consent/entry.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import { type HeldTopic, lockTopics } from '#resources/audience/topics/read.ts'
import { consentOfTopic } from './consent.ts'
import type { Contact } from './contact.ts'
import {
  type Answer,
  confirmRequests,
  requestConfirmations,
  type Unconfirmed,
  withdrawRequests,
} from './pending/request.ts'
import { deleteMemberships, findMemberships, insertMemberships, lockContacts } from './store.ts'

export type Membership = { contactId: string; topicId: string; subscribed: boolean }

/** Subscribes or unsubscribes. Repeating it is harmless and records nothing: only a change is a fact. */
export async function setMembership(
  tx: Tx,
  caller: ConsentCaller | { environmentId: string; by: ConsentSource },
  now: Date,
  asked: Membership,
): Promise<undefined | 'pending'> {
  const by = 'by' in caller ? caller.by : sourceOf(caller)
  const [verdict] = await setMemberships(tx, [{ environmentId: caller.environmentId, ...asked, by, at: now }])
  if (verdict instanceof Refusal) throw verdict
  return verdict
}

export type MembershipChange = Membership & { environmentId: string; by: ConsentSource; at: Date }

/**
 * Applies many changes in order; a refused one does not affect the others. `pending`: the topic needs a confirmation, and the request does not come
 * from the owner of the address.
 */
export async function setMemberships(
  tx: Tx,
  changes: readonly MembershipChange[],
): Promise<(undefined | 'pending' | Refusal)[]> {
  const { contacts, topics, isMember } = await lockAndRead(
    tx,
    changes.filter(({ contactId }) => isId(contactId)),
  )
  const changed: Changed[] = []
  const asked: Unconfirmed[] = []
  const left: Answer[] = []
  const joined: Answer[] = []
  const verdicts = changes.map(change => {
    const contact = contacts.get(contactOf(change))
    if (!contact) return notFound('contact')
    const topic = topics.get(topicOf(change))
    if (!topic) return notFound('topic')
    const isIn = isMember.has(nameOf(change))
    // Who has unsubscribed from everything keeps the topics, but gets nothing about them until they confirm again.
    const isAskingAgain = change.by.method === 'form' && !contact.emailSubscribed
    if (change.subscribed && (!isIn || isAskingAgain) && topic.confirmation && !ownerMethods.has(change.by.method)) {
      if (contact.email === null) return noAddress
      asked.push({ ...change, contact, confirmation: topic.confirmation })
      return 'pending'
    }
    const answer = { ...change, contact, isRecorded: isIn !== change.subscribed }
    if (!change.subscribed) left.push(answer)
    // The confirmation link ends its own request.
    if (change.subscribed && change.by.method === 'unsubscribe_link') joined.push(answer)
    if (isMember.has(nameOf(change)) !== change.subscribed) {
      if (change.subscribed) isMember.add(nameOf(change))
      else isMember.delete(nameOf(change))
      changed.push({ ...change, contact })
    }
    return undefined
  })
  await save(tx, changed)
  await requestConfirmations(tx, asked)
  await withdrawRequests(tx, left)
  await confirmRequests(tx, joined)
  return verdicts
}

type Changed = MembershipChange & { contact: Contact }

/** Methods that only the owner of the address can use. */
const ownerMethods: ReadonlySet<ConsentSource['method']> = new Set(['confirmation_link', 'unsubscribe_link'])

const noAddress = new Refusal('invalid_state', {
  message: 'The topic requires confirmation by email, but the contact has no email address.',
})

const contactOf = ({ environmentId, contactId }: MembershipChange): string => `${environmentId} ${contactId}`
const topicOf = ({ environmentId, topicId }: MembershipChange): string => `${environmentId} ${topicId}`
const nameOf = (one: Pick<MembershipChange, 'environmentId' | 'contactId' | 'topicId'>): string =>
  `${one.environmentId} ${one.contactId} ${one.topicId}`

/** The lock serializes changes of the same contact. Reads after it see the changes it waited for. */
async function lockAndRead(tx: Tx, changes: readonly MembershipChange[]) {
  if (changes.length === 0)
    return { contacts: new Map<string, Contact>(), topics: new Map<string, HeldTopic>(), isMember: new Set<string>() }
  // Contacts are looked up even where the topic id is invalid, so that each refusal names what is missing.
  const possible = changes.filter(({ topicId }) => isId(topicId))
  const [contacts, topics, members] = await Promise.all([
    lockContacts(
      tx,
      changes.map(({ environmentId, contactId }) => ({ environmentId, id: contactId })),
    ),
    lockTopics(
      tx,
      possible.map(({ environmentId, topicId }) => ({ environmentId, id: topicId })),
    ),
    findMemberships(tx, possible),
  ])
  return {
    contacts: new Map(contacts.map(({ environmentId, contact }) => [`${environmentId} ${contact.id}`, contact])),
    topics: new Map(topics.map(topic => [`${topic.environmentId} ${topic.id}`, topic])),
    isMember: new Set(members.map(nameOf)),
  }
}

/** A membership that changes several times is written once, in its final state. */
async function save(tx: Tx, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  const last = [...new Map(changed.map(change => [nameOf(change), change])).values()]
  const [added, removed] = [last.filter(({ subscribed }) => subscribed), last.filter(({ subscribed }) => !subscribed)]
  await Promise.all([
    added.length > 0 && insertMemberships(tx, added),
    removed.length > 0 && deleteMemberships(tx, removed),
    record(tx, changed.map(toFact)),
    recordConsent(tx, changed.flatMap(toConsent)),
  ])
}

const toFact = ({ environmentId, contactId, topicId, subscribed, at }: MembershipChange): Fact => ({
  environmentId,
  type: subscribed ? 'contact.topic_subscribed' : 'contact.topic_unsubscribed',
  subjectId: contactId,
  data: { contact_id: contactId, topic_id: topicId },
  at,
})

const toConsent = ({ contact, subscribed, ...change }: Changed) =>
  consentOfTopic(contact, { ...change, action: subscribed ? 'given' : 'withdrawn' })
