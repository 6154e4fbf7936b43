import type { TopicCreate } from '@posthorn/contract/audience/topics'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { confirmationOf } from './confirmation.ts'
import { insertTopic } from './store.ts'
import type { Topic } from './topic.ts'

export const createTopic = async (tx: Tx, caller: Caller, now: Date, asked: TopicCreate): Promise<Topic> =>
  insertTopic(tx, caller.environmentId, {
    id: newId(now),
    name: asked.name,
    description: asked.description ?? null,
    isDefaultTopic: asked.is_default_topic ?? false,
    displayOrder: asked.display_order,
    confirmation: confirmationOf(asked, { isDefaultTopic: asked.is_default_topic ?? false, confirmation: null }),
    at: now,
  })
