export type Topic = {
  id: string
  name: string
  description: string | null
  isDefaultTopic: boolean
  displayOrder: number
  createdAt: Date
  updatedAt: Date
}

export type TopicFields = Pick<Topic, 'name' | 'description' | 'isDefaultTopic' | 'displayOrder'>
