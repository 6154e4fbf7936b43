import type { Db } from '#postgres/database.ts'
import { findHeard, findLastHeard, type Heard } from './read-store.ts'

/** What people have said to any number of ours: STOP, START or a message, by the number it came from. */
export const heardFrom = async (db: Db, wanted: readonly Heard[]) => (wanted.length === 0 ? [] : findHeard(db, wanted))

/** How far in the events each number has been heard, in the order asked. */
export const lastHeardFrom = async (db: Db, wanted: readonly Pick<Heard, 'environmentId' | 'number'>[]) =>
  wanted.length === 0 ? [] : findLastHeard(db, wanted)
