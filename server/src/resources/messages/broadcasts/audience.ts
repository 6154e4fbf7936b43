import type { Fault } from '@posthorn/contract/errors'
import { isId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { lockSegments, membersCondition, readSegment } from '#resources/audience/segments/members.ts'
import { knownTopics, lockTopics } from '#resources/audience/topics/read.ts'
import type { Audience } from './audience-store.ts'
import type { Broadcast } from './broadcast.ts'

/** A fault for a segment or a topic that does not exist. */
export async function faultsOfAudience(
  db: Db,
  { environmentId, settings }: Pick<Broadcast, 'environmentId' | 'settings'>,
): Promise<Fault[]> {
  const { segment_id: segment, topic_id: topic } = settings
  return [
    ...(segment === undefined || (await isSegment(db, environmentId, segment)) ? [] : [unknown('segment')]),
    ...(topic === undefined || (await isTopic(db, environmentId, topic)) ? [] : [unknown('topic')]),
  ]
}

const unknown = (what: 'segment' | 'topic'): Fault => ({
  path: `${what}_id`,
  message: `must be the id of a ${what}; GET /v1/${what}s lists them`,
})

const isTopic = async (db: Db, environmentId: string, id: string): Promise<boolean> =>
  isId(id) && (await knownTopics(db, { environmentId }, [id])).has(id)

async function isSegment(db: Db, environmentId: string, id: string): Promise<boolean> {
  try {
    await readSegment(db, environmentId, id)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * The audience, for the contacts as they are now. Refuses a segment that no longer exists. `many`: for queries that read all
 * contacts at once, and not page by page.
 */
export async function audienceOf(
  db: Db,
  { environmentId, channel, settings }: Pick<Broadcast, 'environmentId' | 'channel' | 'settings'>,
  now: Date,
  rows: 'few' | 'many' = 'few',
): Promise<Audience> {
  const { topic_id, segment_id } = settings
  const segment = segment_id === undefined ? undefined : await readSegment(db, environmentId, segment_id)
  const isMember = segment ? await membersCondition(db, environmentId, segment, { now, rows }) : null
  return { environmentId, channel, topicId: topic_id ?? null, isMember }
}

/**
 * Refuses a topic or a segment that no longer exists: nobody is subscribed to such a topic any more, and the broadcast would end as if everybody had got
 * it. Neither can be deleted until the transaction ends.
 */
export async function lockAudience(
  tx: Tx,
  { environmentId, settings }: Pick<Broadcast, 'environmentId' | 'settings'>,
): Promise<void> {
  const { topic_id: topic, segment_id: segment } = settings
  if (topic !== undefined && (await lockTopics(tx, [{ environmentId, id: topic }])).length === 0)
    throw notFound('topic')
  if (segment !== undefined && (await lockSegments(tx, environmentId, [segment])).size === 0) throw notFound('segment')
}
