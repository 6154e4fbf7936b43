import type { Topic } from '@posthorn/contract/audience/topics'
import { type Static, Type } from 'typebox'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given, Maybe } from '#validation/optional.ts'
import { deletion } from './deletion.ts'

const Choice = Type.Union([Type.Literal('opt_in'), Type.Literal('opt_out')])

export const TopicChoices = Type.Array(Type.Object({ id: Type.String(), subscription: Choice }), { maxItems: 100 })
export type TopicChoices = Static<typeof TopicChoices>

export const topicOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/topics',
    standsFor: 'createTopic',
    status: 201,
    body: Type.Object({ name: Type.String(), description: Maybe(Type.String()), default_subscription: Maybe(Choice) }),
    async answer({ body, ask }) {
      const { name, description, default_subscription } = body
      const { id } = await ask('createTopic', {
        body: { name, ...given({ description }), is_default_topic: default_subscription === 'opt_in' },
      })
      return { object: 'topic', id }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/topics',
    standsFor: 'listTopics',
    async answer({ ask }) {
      const topics = await allTopics(cursor => ask('listTopics', { query: { limit: 100, ...cursor } }))
      return { object: 'list', has_more: false, data: topics.map(toTopic) }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/topics/{id}',
    standsFor: 'getTopic',
    answer: async ({ params, ask }) => ({
      object: 'topic',
      ...toTopic(await ask('getTopic', { params })),
    }),
  }),
  doorOperation({
    method: 'PATCH',
    path: '/topics/{id}',
    standsFor: 'updateTopic',
    body: Type.Object({ name: Maybe(Type.String()), description: Maybe(Type.String()) }),
    async answer({ params, body: { name, description }, ask }) {
      const { id } = await ask('updateTopic', { params, body: given({ name, description }) })
      return { object: 'topic', id }
    },
  }),
  deletion('/topics/{id}', 'deleteTopic', 'topic'),
]

type TopicPage<T> = { data: T[]; next_cursor?: string }

/** 1,000 topics: more than a preferences page would show. */
const maxPages = 10

/** Resend's topic lists have no pages. */
export async function allTopics<T extends Topic>(
  read: (cursor: { cursor?: string }) => Promise<TopicPage<T>>,
): Promise<T[]> {
  const topics: T[] = []
  let next: { cursor?: string } | undefined = {}
  for (let page = 0; next && page < maxPages; page++) {
    const { data, next_cursor }: TopicPage<T> = await read(next)
    topics.push(...data)
    next = next_cursor === undefined ? undefined : { cursor: next_cursor }
  }
  return topics
}

const toTopic = ({ id, name, description, is_default_topic, created_at }: Topic) => ({
  id,
  name,
  ...given({ description }),
  default_subscription: is_default_topic ? 'opt_in' : 'opt_out',
  created_at,
})
