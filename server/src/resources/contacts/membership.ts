import type { Caller } from '#caller.ts'
import { record } from '#events/record.ts'
import { isId } from '#id.ts'
import type { Tx } from '#postgres/database.ts'
import { notFound } from '#refusal.ts'
import { keepTopic } from '#resources/topics/read.ts'
import { deleteMembership, insertMemberships, lockContact } from './store.ts'

export type Membership = { contactId: string; topicId: string; subscribed: boolean }

/** Subscribes or unsubscribes. Doing it again is fine and records nothing: only a change is a fact. */
export async function setMembership(
  tx: Tx,
  caller: Pick<Caller, 'environmentId'>,
  now: Date,
  asked: Membership,
): Promise<void> {
  const { environmentId } = caller
  const { contactId, topicId, subscribed } = asked
  // The lock puts two changes of the same contact in an order.
  if (!isId(contactId) || !(await lockContact(tx, environmentId, contactId))) throw notFound('contact')
  await keepTopic(tx, caller, topicId)
  const changed = subscribed
    ? await insertMemberships(tx, [{ environmentId, contactId, topicId, at: now }])
    : await deleteMembership(tx, environmentId, contactId, topicId)
  if (changed === 0) return
  await record(tx, [
    {
      environmentId,
      type: subscribed ? 'contact.topic_subscribed' : 'contact.topic_unsubscribed',
      subjectId: contactId,
      data: { contact_id: contactId, topic_id: topicId },
      at: now,
    },
  ])
}
