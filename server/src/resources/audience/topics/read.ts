import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import {
  findDefaultTopics,
  findTopic,
  findTopicIds,
  type HeldTopic,
  holdTopics,
  listTopics,
  type TopicKey,
} from './store.ts'
import type { Topic } from './topic.ts'

export async function readTopic(db: Db, caller: Pick<Caller, 'environmentId'>, id: string): Promise<Topic> {
  const topic = isId(id) ? await findTopic(db, caller.environmentId, id) : undefined
  if (!topic) throw notFound('topic')
  return topic
}

export type { HeldTopic }

/** The topics that exist. They cannot be deleted until the transaction ends. */
export const lockTopics = (tx: Tx, wanted: readonly TopicKey[]): Promise<HeldTopic[]> => holdTopics(tx, wanted)

/** The ids that belong to topics. */
export async function knownTopics(
  db: Db,
  { environmentId }: Pick<Caller, 'environmentId'>,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set(await findTopicIds(db, environmentId, ids))
}

export const readTopics = (db: Db, caller: Caller, page: PageRequest): Promise<Topic[]> =>
  listTopics(db, caller.environmentId, page)

/** The topics that new contacts of each environment are subscribed to. */
export async function defaultTopics(tx: Tx, environmentIds: readonly string[]): Promise<Map<string, string[]>> {
  const topics = Map.groupBy(await findDefaultTopics(tx, environmentIds), topic => topic.environmentId)
  return new Map([...topics].map(([environmentId, list]) => [environmentId, list.map(topic => topic.id)]))
}
