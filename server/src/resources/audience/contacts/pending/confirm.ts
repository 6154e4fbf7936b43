import type { Tx } from '#postgres/database.ts'
import type { ConsentSource } from '#resources/audience/consent/entry.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import { lockTopics } from '#resources/audience/topics/read.ts'
import { saveChange } from '../change.ts'
import { consentOfTopic } from '../consent.ts'
import { setMemberships } from '../membership.ts'
import { findMemberships, lockContacts } from '../store.ts'
import { type ConfirmationKey, endConfirmation, findConfirmation, isOver, lockConfirmation } from './store.ts'

/**
 * Runs when the owner of the address presses the button. Also resubscribes a contact that had unsubscribed from everything. Repeating it changes
 * nothing. False when there is nothing left to confirm.
 */
export async function confirm(tx: Tx, key: ConfirmationKey, shown: { wording: string; ip: string }, at: Date) {
  const { environmentId } = key
  const known = await findConfirmation(tx, key)
  if (!known) return false
  // Lock the contact first, as everywhere.
  const [found] = await lockContacts(tx, [{ environmentId, id: known.contactId }])
  const confirmation = found && (await lockConfirmation(tx, key))
  if (!confirmation || !found) return false
  if (isOver(confirmation, at)) return false
  if (confirmation.state !== 'pending') return confirmation.state === 'confirmed'
  const by: ConsentSource = { method: 'confirmation_link', sourceId: key.id, ...shown }
  const { contact } = found
  if (!contact.emailSubscribed) await saveChange(tx, environmentId, contact, { email_subscribed: true }, by, at)
  const topics = await lockTopics(
    tx,
    confirmation.topicIds.map(id => ({ environmentId, id })),
  )
  const joined = topics.map(({ id }) => ({
    environmentId,
    contactId: contact.id,
    topicId: id,
    subscribed: true,
    by,
    at,
  }))
  const members = await findMemberships(tx, joined)
  await setMemberships(tx, joined)
  // Those who were in a topic have no new membership, but were asked again.
  await recordConsent(
    tx,
    members.flatMap(({ topicId }) => consentOfTopic(contact, { environmentId, topicId, action: 'given', by, at })),
  )
  await endConfirmation(tx, key, 'confirmed', at)
  return true
}
