/** A list: a segment that contacts are added to and removed from. Doing either again changes nothing. */
import { isId } from '#core/id.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { deleteMembers, insertMembers } from './member-store.ts'
import { holdSegments } from './store.ts'

type List = { environmentId: string; id: string }

/** It stays until the transaction ends. */
export async function keepList(tx: Tx, { environmentId, id }: List): Promise<void> {
  const [segment] = isId(id) ? await holdSegments(tx, environmentId, [id]) : []
  if (!segment) throw notFound('segment')
  if (!segment.isList)
    throw new Refusal('invalid_state', {
      message: 'This segment has a filter: contacts belong to it by what they have. Create one without a filter.',
    })
}

/** How many were not on it. The list is kept already. */
export const addToList = (
  tx: Tx,
  { environmentId, id }: List,
  contactIds: readonly string[],
  at: Date,
): Promise<number> => insertMembers(tx, { environmentId, segmentId: id, contactIds }, at)

/** How many were on it. */
export const removeFromList = (tx: Tx, { environmentId, id }: List, contactIds: readonly string[]): Promise<number> =>
  deleteMembers(tx, { environmentId, segmentId: id, contactIds })
