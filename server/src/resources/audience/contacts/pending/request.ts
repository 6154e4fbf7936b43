/**
 * Requests to subscribe to a topic that requires confirmation. The row is due at once, and a worker sends the email. The number of emails per address
 * is limited whatever the source: its owner may never have asked.
 */
import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import { defaultExpiryHours } from '#resources/audience/topics/confirmation.ts'
import type { Confirmation as Settings } from '#resources/audience/topics/topic.ts'
import { consentOfTopic } from '../consent.ts'
import type { Contact } from '../contact.ts'
import {
  type Confirmation,
  endConfirmation,
  findOpen,
  findRecent,
  insertConfirmation,
  updateConfirmation,
} from './store.ts'

type Asked = { environmentId: string; contact: Contact; topicId: string; by: ConsentSource; at: Date }
export type Unconfirmed = Asked & { confirmation: Settings }

const hour = 3_600_000
const day = 24 * hour
/** Confirmation emails to one contact per day. */
const maxMails = 5
/** A repeated request sends no new email before this. */
const resendAfterMs = hour

/** The contacts must be locked. Requests for one contact at the same time share one email. */
export async function requestConfirmations(tx: Tx, asked: readonly Unconfirmed[]): Promise<void> {
  const byContact = Map.groupBy(asked, ({ environmentId, contact }) => `${environmentId} ${contact.id}`)
  for (const list of byContact.values()) await requestOne(tx, list)
}

async function requestOne(tx: Tx, list: readonly Unconfirmed[]): Promise<void> {
  const [first] = list
  if (!first) return
  const { environmentId, contact, confirmation, by, at } = first
  const recent = await findRecent(tx, { environmentId, id: contact.id }, new Date(at.getTime() - day))
  const open = recent.filter(({ state }) => state === 'pending')
  const isFull = recent.reduce((sum, one) => sum + mailsOf(one), 0) >= maxMails
  const fresh = list.filter(({ topicId }) => !open.some(({ topicIds }) => topicIds.includes(topicId)))
  const expiresAt = new Date(at.getTime() + (confirmation.expires_after_hours ?? defaultExpiryHours) * hour)
  if (fresh.length > 0) {
    await insertConfirmation(tx, {
      ...{ environmentId, id: newId(at), contactId: contact.id, state: 'pending', step: 'mail', mails: 0 },
      topicIds: [...new Set(fresh.map(({ topicId }) => topicId))],
      ...{ mailedAt: null, expiresAt, sourceId: by.sourceId, wording: by.wording ?? null, createdAt: at },
      dueAt: isFull ? new Date(at.getTime() + day) : at,
    })
    await recordConsent(
      tx,
      fresh.flatMap(one => consentOfTopic(contact, { ...one, action: 'requested' })),
    )
    return
  }
  const again = open.find(one => one.topicIds.includes(first.topicId))
  if (again && !isFull && mayMailAgain(again, at))
    await updateConfirmation(tx, again, { step: 'mail', dueAt: at, expiresAt }, at)
}

const mailsOf = ({ mails, step, state }: Confirmation): number =>
  mails + (state === 'pending' && step === 'mail' ? 1 : 0)

const mayMailAgain = ({ step, mailedAt }: Confirmation, at: Date): boolean =>
  step !== 'mail' && mailedAt !== null && at.getTime() - mailedAt.getTime() >= resendAfterMs

/** The choice of a topic that somebody was asked to confirm. `isRecorded`: it changes the membership, and that has its own entry in the ledger. */
export type Answer = Asked & { isRecorded: boolean }

/** Withdraws requests for topics that their contacts leave. Does nothing where none is open. */
export async function withdrawRequests(tx: Tx, left: readonly Answer[]): Promise<void> {
  await recordAnswers(tx, await answerRequests(tx, left, 'withdrawn'), 'withdrawn')
}

/** Ends requests whose topics the owner of the address has chosen elsewhere, so that nobody is asked again for what they have. */
export async function confirmRequests(tx: Tx, joined: readonly Answer[]): Promise<void> {
  await recordAnswers(tx, await answerRequests(tx, joined, 'confirmed'), 'given')
}

const recordAnswers = (tx: Tx, answers: readonly Answer[], action: 'given' | 'withdrawn'): Promise<void> =>
  recordConsent(
    tx,
    answers.flatMap(({ contact, isRecorded, ...one }) =>
      isRecorded ? [] : consentOfTopic(contact, { ...one, action }),
    ),
  )

/** Takes the topics out of the open requests, and ends those that have no other. Returns those that were open. */
async function answerRequests(
  tx: Tx,
  answered: readonly Answer[],
  state: 'confirmed' | 'withdrawn',
): Promise<readonly Answer[]> {
  if (answered.length === 0) return []
  const nameOf = (environmentId: string, contactId: string, topicId: string) =>
    `${environmentId} ${contactId} ${topicId}`
  const byName = new Map(answered.map(one => [nameOf(one.environmentId, one.contact.id, one.topicId), one]))
  const open = await findOpen(
    tx,
    answered.map(({ environmentId, contact }) => ({ environmentId, id: contact.id })),
  )
  const ended: Answer[] = []
  for (const request of open) {
    const own = request.topicIds.flatMap(id => byName.get(nameOf(request.environmentId, request.contactId, id)) ?? [])
    const [first] = own
    if (!first) continue
    const topicIds = request.topicIds.filter(id => !own.some(({ topicId }) => topicId === id))
    if (topicIds.length > 0) await updateConfirmation(tx, request, { topicIds }, first.at)
    else await endConfirmation(tx, request, state, first.at)
    ended.push(...own)
  }
  return ended
}

type Left = Omit<Asked, 'topicId'>

/** Withdraws all requests of contacts who unsubscribe from everything: a link that they got before must not subscribe them against that. */
export async function withdrawAllRequests(tx: Tx, left: readonly Left[]): Promise<void> {
  if (left.length === 0) return
  const nameOf = (environmentId: string, contactId: string) => `${environmentId} ${contactId}`
  const leaving = new Map(left.map(one => [nameOf(one.environmentId, one.contact.id), one]))
  const open = await findOpen(
    tx,
    left.map(({ environmentId, contact }) => ({ environmentId, id: contact.id })),
  )
  for (const one of open) {
    const own = leaving.get(nameOf(one.environmentId, one.contactId))
    if (!own) continue
    const { environmentId, contact, by, at } = own
    await endConfirmation(tx, one, 'withdrawn', at)
    await recordConsent(
      tx,
      one.topicIds.flatMap(topicId => consentOfTopic(contact, { environmentId, topicId, action: 'withdrawn', by, at })),
    )
  }
}
