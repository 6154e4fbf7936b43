import type { Db } from '#postgres/database.ts'
import type { Audience } from './audience-store.ts'
import type { Broadcast } from './broadcast.ts'

/** Whom it goes to, as the contacts are now. */
export async function audienceOf(
  _db: Db,
  { environmentId, channel, settings }: Pick<Broadcast, 'environmentId' | 'channel' | 'settings'>,
  _now: Date,
): Promise<Audience> {
  return { environmentId, channel, topicId: settings.topic_id ?? null, isMember: null }
}
