import type { TopicConfirmation } from '@posthorn/contract/audience/topics'

/** How a subscription is confirmed. */
export type Confirmation = TopicConfirmation

export type Topic = {
  id: string
  name: string
  description: string | null
  isDefaultTopic: boolean
  displayOrder: number
  /** Null when the topic requires no confirmation. */
  confirmation: Confirmation | null
  createdAt: Date
  updatedAt: Date
}

export type TopicFields = Pick<Topic, 'name' | 'description' | 'isDefaultTopic' | 'displayOrder' | 'confirmation'>
