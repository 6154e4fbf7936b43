import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Page, PageQuery } from '../page.ts'
import { Acknowledgment, Id, PathId, Timestamp } from '../scalars.ts'

const name = Type.String({ minLength: 1, maxLength: 50 })
const description = Type.String({ maxLength: 1000 })
const displayOrder = Type.Number({
  description: 'For your own pages: show topics from the lowest to the highest. Lists of this API are newest first.',
})

export const Topic = Type.Object(
  {
    id: Id,
    name,
    description: Type.Optional(description),
    is_default_topic: Type.Boolean({ description: 'New contacts are subscribed to it.' }),
    display_order: displayOrder,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Topic', description: 'Something a contact can be subscribed to.' },
)
export type Topic = Static<typeof Topic>

export const TopicCreate = Type.Object(
  {
    name,
    description: Type.Optional(description),
    is_default_topic: Type.Optional(Type.Boolean({ default: false })),
    display_order: Type.Optional(displayOrder),
  },
  { $id: 'TopicCreate', description: 'display_order defaults to the last one plus 1.' },
)
export type TopicCreate = Static<typeof TopicCreate>

export const TopicUpdate = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    is_default_topic: Type.Optional(Type.Boolean()),
    display_order: Type.Optional(displayOrder),
  },
  { $id: 'TopicUpdate', description: 'Only fields that are given are changed.' },
)
export type TopicUpdate = Static<typeof TopicUpdate>

const news = {
  id: '01945c1e-9b02-7a41-8f1d-5b9a3c7e6d22',
  name: 'Product news',
  is_default_topic: true,
  display_order: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}
const params = Type.Object({ id: PathId })

export const topics = {
  createTopic: operation({
    id: 'createTopic',
    method: 'POST',
    audit: 'topic.created',
    path: '/v1/topics',
    tag: 'Topics',
    summary: 'Create a topic',
    description: 'Any number of topics may be default topics.',
    permission: 'topics:write',
    body: TopicCreate,
    reply: Topic,
    status: 201,
    idempotent: true,
    refusals: [],
    example: { body: { name: 'Product news', is_default_topic: true }, reply: news },
  }),
  listTopics: operation({
    id: 'listTopics',
    method: 'GET',
    path: '/v1/topics',
    tag: 'Topics',
    summary: 'List topics',
    description: 'Newest first.',
    permission: 'contacts:read',
    query: PageQuery({}),
    reply: Page(Topic, 'TopicPage'),
    refusals: [],
    example: { reply: { data: [news], has_more: false } },
  }),
  getTopic: operation({
    id: 'getTopic',
    method: 'GET',
    path: '/v1/topics/{id}',
    tag: 'Topics',
    summary: 'Read a topic',
    permission: 'contacts:read',
    params,
    reply: Topic,
    refusals: [],
    example: { params: { id: news.id }, reply: news },
  }),
  updateTopic: operation({
    id: 'updateTopic',
    method: 'PUT',
    audit: 'topic.updated',
    path: '/v1/topics/{id}',
    tag: 'Topics',
    summary: 'Update a topic',
    description: 'Only fields that are given are changed.',
    permission: 'topics:write',
    params,
    body: TopicUpdate,
    reply: Topic,
    refusals: [],
    example: {
      params: { id: news.id },
      body: { name: 'News' },
      reply: { ...news, name: 'News', updated_at: '2026-11-15T10:00:00.000Z' },
    },
  }),
  deleteTopic: operation({
    id: 'deleteTopic',
    method: 'DELETE',
    audit: 'topic.deleted',
    path: '/v1/topics/{id}',
    tag: 'Topics',
    summary: 'Delete a topic',
    description:
      'Permanent; it cannot be undone. Contacts stay, their subscription to the topic goes. Refused while a segment asks for it.',
    permission: 'topics:write',
    params,
    reply: Acknowledgment,
    refusals: ['invalid_state'],
    example: { params: { id: news.id }, reply: { success: true, message: 'Topic deleted.' } },
  }),
}
