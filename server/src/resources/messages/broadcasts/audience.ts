import type { Fault } from '@posthorn/contract/errors'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { membersCondition, readSegment } from '#resources/audience/segments/members.ts'
import type { Audience } from './audience-store.ts'
import type { Broadcast } from './broadcast.ts'

/** A segment that is not there. */
export async function faultsOfAudience(
  db: Db,
  { environmentId, settings }: Pick<Broadcast, 'environmentId' | 'settings'>,
): Promise<Fault[]> {
  const { segment_id: id } = settings
  if (id === undefined || (await isSegment(db, environmentId, id))) return []
  return [{ path: 'segment_id', message: 'must be the id of a segment; GET /v1/segments lists them' }]
}

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
 * Whom it goes to, as the contacts are now. A segment that is gone is a refusal. `many`: for whoever looks at all contacts at once, and not
 * page by page.
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
