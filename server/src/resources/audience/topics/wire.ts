import type { Topic as WireTopic } from '@posthorn/contract/audience/topics'
import type { Topic } from './topic.ts'

export const toWireTopic = (topic: Topic): WireTopic => ({
  id: topic.id,
  name: topic.name,
  ...(topic.description !== null && { description: topic.description }),
  is_default_topic: topic.isDefaultTopic,
  ...(topic.confirmation !== null && { confirm: true, confirmation: topic.confirmation }),
  display_order: topic.displayOrder,
  created_at: topic.createdAt.toISOString(),
  updated_at: topic.updatedAt.toISOString(),
})
