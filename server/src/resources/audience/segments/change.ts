import type { SegmentUpdate } from '@posthorn/contract/segments/segments'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { inUse, notFound, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { findUses } from '#resources/audience/uses/find-uses.ts'
import { nameTaken } from './create.ts'
import { keepFilter } from './read-filter.ts'
import type { Segment } from './segment.ts'
import { deleteSegment, lockSegment, updateSegment } from './store.ts'

type Scope = Pick<Caller, 'environmentId'>

export async function changeSegment(
  tx: Tx,
  caller: Scope,
  now: Date,
  id: string,
  asked: SegmentUpdate,
): Promise<Segment> {
  const { environmentId } = caller
  const before = await lock(tx, caller, id)
  if (asked.filter && before.filter === null)
    throw new Refusal('invalid_state', {
      message: 'A list cannot have a filter: create another segment with the filter.',
    })
  if (asked.filter) await keepFilter(tx, environmentId, asked.filter)
  const after = {
    ...before,
    name: asked.name ?? before.name,
    description: asked.description ?? before.description,
    filter: asked.filter ?? before.filter,
    updatedAt: now,
  }
  if (!(await updateSegment(tx, environmentId, after))) throw nameTaken(after.name)
  return after
}

/** The contacts stay. A concurrent request that starts to use the segment waits and then does not find it. */
export async function removeSegment(tx: Tx, caller: Scope, id: string): Promise<void> {
  const { name } = await lock(tx, caller, id)
  const uses = await findUses(tx, caller.environmentId, 'segment', id)
  if (uses.length > 0) throw inUse(name, uses)
  await deleteSegment(tx, caller.environmentId, id)
}

async function lock(tx: Tx, { environmentId }: Scope, id: string): Promise<Segment> {
  const segment = isId(id) ? await lockSegment(tx, environmentId, id) : undefined
  if (!segment) throw notFound('segment')
  return segment
}
