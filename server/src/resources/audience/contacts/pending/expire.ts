import type { Tx } from '#postgres/database.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import { consentOfTopic } from '../consent.ts'
import { findContacts } from '../store.ts'
import { type Confirmation, endConfirmation, lockAtStep } from './store.ts'

/** Expires a confirmation. False when another worker was faster. */
export async function expire(tx: Tx, due: Confirmation, at: Date): Promise<boolean> {
  const confirmation = await lockAtStep(tx, due)
  if (!confirmation) return false
  const { environmentId, id, contactId, topicIds } = confirmation
  const [contact] = await findContacts(tx, [{ environmentId, id: contactId }])
  await endConfirmation(tx, confirmation, 'expired', at)
  const by = { method: 'expiry', sourceId: id } as const
  if (contact)
    await recordConsent(
      tx,
      topicIds.flatMap(topicId => consentOfTopic(contact, { environmentId, topicId, action: 'expired', by, at })),
    )
  return true
}
