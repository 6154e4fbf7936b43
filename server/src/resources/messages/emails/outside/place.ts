/**
 * Every process must mean the same place: a folder of another machine has the same name and nothing in it. The first one leaves a mark there, and
 * the database knows which.
 */
import { newId } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import type { ObjectStore } from '#transports/object-store.ts'
import { findPlace, hasContents, insertPlace, measureContents } from './store.ts'

const markOf = (id: string): string => `posthorn/${id}`

/** False when the contents of this database are somewhere else. */
export async function isOurPlace(db: Db, objects: ObjectStore, now: Date): Promise<boolean> {
  const known = await findPlace(db)
  if (known) return (await objects.get(markOf(known))) !== undefined
  const own = newId(now)
  await objects.put(markOf(own), Buffer.from('Bodies and attachments of a Posthorn are here.\n'))
  await insertPlace(db, own)
  if ((await findPlace(db)) === own) return true
  await objects.remove(markOf(own))
  return isOurPlace(db, objects, now)
}

/** Whether something is kept outside of the database at all. */
export const isAnythingOutside = (db: Db): Promise<boolean> => hasContents(db)

/** How much that is. Reads all of its rows. */
export async function measureOutside(db: Db): Promise<{ contents: number; bytes: number }> {
  const { count, bytes } = await measureContents(db)
  return { contents: count, bytes }
}
