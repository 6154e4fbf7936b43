import type { TopicUpdate } from '@posthorn/contract/audience/topics'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { inUse, notFound } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { findUses } from '#resources/audience/uses/find-uses.ts'
import { confirmationOf } from './confirmation.ts'
import { deleteTopic, lockTopic, updateTopic } from './store.ts'
import type { Topic } from './topic.ts'

export async function changeTopic(tx: Tx, caller: Caller, now: Date, id: string, asked: TopicUpdate): Promise<Topic> {
  const topic = isId(id) ? await lockTopic(tx, caller.environmentId, id) : undefined
  if (!topic) throw notFound('topic')
  const fields = {
    name: asked.name ?? topic.name,
    description: asked.description ?? topic.description,
    isDefaultTopic: asked.is_default_topic ?? topic.isDefaultTopic,
    displayOrder: asked.display_order ?? topic.displayOrder,
    confirmation: confirmationOf(asked, {
      isDefaultTopic: asked.is_default_topic ?? topic.isDefaultTopic,
      confirmation: topic.confirmation,
    }),
  }
  return updateTopic(tx, caller.environmentId, id, fields, now)
}

/**
 * Deletes the subscriptions too; the contacts stay. A signup form that lost the topic which asks for a confirmation would subscribe anybody without
 * one, so it has to be changed first.
 */
export async function removeTopic(tx: Tx, { environmentId }: Caller, id: string): Promise<void> {
  const topic = isId(id) ? await lockTopic(tx, environmentId, id) : undefined
  if (!topic) throw notFound('topic')
  const uses = await findUses(tx, environmentId, 'topic', id)
  if (uses.length > 0) throw inUse(topic.name, uses)
  await deleteTopic(tx, environmentId, id)
}
