import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Page, PageQuery } from '../page.ts'
import { Acknowledgment, Id, PathId, Timestamp } from '../scalars.ts'

const name = Type.String({ minLength: 1, maxLength: 50 })
const description = Type.String({ maxLength: 1000 })
const displayOrder = Type.Number({
  description: 'The order for your own pages, lowest first. Lists of this API are ordered newest first.',
})

const confirm = Type.Boolean({
  description:
    'Requires a confirmation. A new subscriber gets an email with a link and is pending until they confirm on the linked page. Until then they receive nothing about the topic. Not for default topics.',
})
const hours = (description: string, max: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: max, description }))

export const TopicConfirmation = Type.Object(
  {
    from: Type.String({
      minLength: 3,
      maxLength: 400,
      description: 'The sender of the confirmation, such as Acme <news@acme.com>.',
    }),
    template_id: Type.Optional(
      Type.String({
        ...Id,
        description:
          'A template that prints {{ confirm_url }}, and optionally {{ topics }}. Without a template, or while it is unpublished or does not print the link, a built-in plain text is sent.',
      }),
    ),
    reminder_after_hours: hours('After how many hours a single reminder is sent. Default: no reminder.', 720),
    expires_after_hours: hours('After how many hours an unconfirmed request expires. Default: 168.', 2160),
  },
  { $id: 'TopicConfirmation' },
)
export type TopicConfirmation = Static<typeof TopicConfirmation>

export const Topic = Type.Object(
  {
    id: Id,
    name,
    description: Type.Optional(description),
    is_default_topic: Type.Boolean({ description: 'Whether new contacts are subscribed to the topic.' }),
    confirm: Type.Optional(Type.Boolean({ description: 'Whether a subscription requires a confirmation.' })),
    confirmation: Type.Optional(TopicConfirmation),
    display_order: displayOrder,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'Topic', description: 'A topic that contacts can subscribe to.' },
)
export type Topic = Static<typeof Topic>

export const TopicCreate = Type.Object(
  {
    name,
    description: Type.Optional(description),
    is_default_topic: Type.Optional(Type.Boolean({ default: false })),
    confirm: Type.Optional(confirm),
    confirmation: Type.Optional(TopicConfirmation),
    display_order: Type.Optional(displayOrder),
  },
  { $id: 'TopicCreate', description: 'The default of display_order is the highest existing one plus 1.' },
)
export type TopicCreate = Static<typeof TopicCreate>

export const TopicUpdate = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    is_default_topic: Type.Optional(Type.Boolean()),
    confirm: Type.Optional(confirm),
    confirmation: Type.Optional(TopicConfirmation),
    display_order: Type.Optional(displayOrder),
  },
  { $id: 'TopicUpdate', description: 'Only the fields you give are changed.' },
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
    description: 'Any number of topics can be default topics.',
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
    description: 'Returns topics, newest first.',
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
    description: 'Only the fields you give are changed.',
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
      'Deletes the topic and its subscriptions permanently. This cannot be undone. Contacts stay. Refused while a segment, a signup form, a workflow, or a broadcast that is scheduled, sending or paused uses the topic; the error names it.',
    permission: 'topics:write',
    params,
    reply: Acknowledgment,
    refusals: ['invalid_state'],
    example: { params: { id: news.id }, reply: { success: true, message: 'Topic deleted.' } },
  }),
}
