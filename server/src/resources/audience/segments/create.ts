import { maxSegments, type SegmentCreate } from '@posthorn/contract/segments/segments'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { keepFilter } from './read-filter.ts'
import type { Segment } from './segment.ts'
import { countSegments, insertSegment } from './store.ts'

export async function createSegment(
  tx: Tx,
  { environmentId }: Pick<Caller, 'environmentId'>,
  now: Date,
  { name, description, filter }: SegmentCreate,
): Promise<Segment> {
  if (filter) await keepFilter(tx, environmentId, filter)
  if ((await countSegments(tx, environmentId)) >= maxSegments)
    throw new Refusal('invalid_state', { message: `There are ${maxSegments} segments already: delete one first.` })
  const segment = {
    ...{ id: newId(now), name, description: description ?? null, filter: filter ?? null },
    ...{ createdAt: now, updatedAt: now },
  }
  if (!(await insertSegment(tx, environmentId, segment))) throw nameTaken(name)
  return segment
}

export const nameTaken = (name: string): Refusal =>
  new Refusal('invalid_state', { message: `A segment named “${name}” already exists.` })
