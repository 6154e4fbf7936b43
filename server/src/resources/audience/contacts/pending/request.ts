/**
 * Somebody is to be subscribed to a topic that asks for a confirmation. What is written here is due at once, and a worker sends the email.
 * An address gets no more than a few of them, whoever asks and for whatever: it may be that of somebody who never asked.
 */
import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import { defaultExpiryHours } from '#resources/audience/topics/confirmation.ts'
import type { Confirmation as Settings } from '#resources/audience/topics/topic.ts'
import { consentOfTopic } from '../consent.ts'
import type { Contact } from '../contact.ts'
import { type Confirmation, endConfirmation, findRecent, insertConfirmation, updateConfirmation } from './store.ts'

type Asked = { environmentId: string; contact: Contact; topicId: string; by: ConsentSource; at: Date }
export type Unconfirmed = Asked & { confirmation: Settings }

const hour = 3_600_000
const day = 24 * hour
/** Emails that ask one contact for something, in a day. */
const maxMails = 5
/** Whoever asks again sooner has to look for the email that was sent. */
const resendAfterMs = hour

/** The contacts are held. What is asked for one contact at one moment is asked in one email. */
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

/** They are not wanted any more, by whoever unsubscribes those who have not confirmed. Nothing happens where nothing was asked for. */
export async function withdrawRequests(tx: Tx, left: readonly Asked[]): Promise<void> {
  for (const { environmentId, contact, topicId, by, at } of left) {
    const recent = await findRecent(tx, { environmentId, id: contact.id }, at)
    const open = recent.filter(({ state, topicIds }) => state === 'pending' && topicIds.includes(topicId))
    for (const one of open) {
      const topicIds = one.topicIds.filter(id => id !== topicId)
      if (topicIds.length > 0) await updateConfirmation(tx, one, { topicIds }, at)
      else await endConfirmation(tx, one, 'withdrawn', at)
    }
    if (open.length > 0)
      await recordConsent(tx, consentOfTopic(contact, { environmentId, topicId, action: 'withdrawn', by, at }))
  }
}
