import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import type { Erasure } from './erasure.ts'
import { findErasure } from './store.ts'

export async function readErasure(
  db: Db,
  { environmentId }: Pick<Caller, 'environmentId'>,
  id: string,
): Promise<Erasure> {
  const erasure = isId(id) ? await findErasure(db, { environmentId, id }) : undefined
  if (!erasure) throw notFound('erasure')
  return erasure
}
