/** A list: a segment that contacts are added to and removed from. Repeating either changes nothing. */
import { isId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { deleteMembers, insertMembers } from './member-store.ts'
import { holdSegments } from './store.ts'

type List = { environmentId: string; id: string }

/** The list cannot be deleted until the transaction ends. */
export async function keepList(tx: Tx, { environmentId, id }: List): Promise<void> {
  const [segment] = isId(id) ? await holdSegments(tx, environmentId, [id]) : []
  if (!segment) throw notFound('segment')
  if (!segment.isList)
    throw new Refusal('invalid_state', {
      message: 'This segment has a filter, so contacts cannot be added or removed. Create a segment without a filter.',
    })
}

/** Returns how many were added. The list must be held by `keepList`. */
export const addToList = (
  tx: Tx,
  { environmentId, id }: List,
  contactIds: readonly string[],
  at: Date,
): Promise<number> => insertMembers(tx, { environmentId, segmentId: id, contactIds }, at)

/** Returns how many were removed. */
export const removeFromList = (tx: Tx, { environmentId, id }: List, contactIds: readonly string[]): Promise<number> =>
  deleteMembers(tx, { environmentId, segmentId: id, contactIds })
