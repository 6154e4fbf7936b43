/**
 * All processes must use the same place: a folder on another machine may have the same name and be empty. The first process leaves
 * a mark there, and the database stores its id.
 */
import { newId } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import type { ObjectStore } from '#transports/object-store.ts'
import { findPlace, hasContents, insertPlace, measureContents } from './store.ts'

const markOf = (id: string): string => `posthorn/${id}`

/** False when the contents of this database are somewhere else. */
export async function isOurStore(db: Db, objects: ObjectStore, now: Date): Promise<boolean> {
  const known = await findPlace(db)
  if (known) return (await objects.get(markOf(known))) !== undefined
  const own = newId(now)
  await objects.put(markOf(own), Buffer.from('Bodies and attachments of a Posthorn are here.\n'))
  await insertPlace(db, own)
  if ((await findPlace(db)) === own) return true
  await objects.remove(markOf(own))
  return isOurStore(db, objects, now)
}

/** True when the contents of this database are known to be somewhere else. Unlike `isOurStore`, it leaves no mark. */
export async function isElsewhere(db: Db, objects: ObjectStore): Promise<boolean> {
  const known = await findPlace(db)
  return known !== undefined && (await objects.get(markOf(known))) === undefined
}

/** Whether any content is outside the database. */
export const isAnythingOutside = (db: Db): Promise<boolean> => hasContents(db)

/** How much is outside the database. Reads all of its rows. */
export async function measureOutside(db: Db): Promise<{ contents: number; bytes: number }> {
  const { count, bytes } = await measureContents(db)
  return { contents: count, bytes }
}
