import type { EventName } from '@posthorn/contract/event-names'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import type { Broadcast } from './broadcast.ts'

/** Records what happened to a broadcast as a whole. */
export async function recordFact(
  tx: Tx,
  { environmentId, id, name, channel }: Pick<Broadcast, 'environmentId' | 'id' | 'name' | 'channel'>,
  type: EventName,
  data: object,
  at: Date,
): Promise<void> {
  await record(tx, [{ environmentId, subjectId: id, type, data: { broadcast_id: id, name, channel, ...data }, at }])
}
