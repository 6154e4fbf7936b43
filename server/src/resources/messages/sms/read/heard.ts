import type { Db } from '#postgres/database.ts'
import { findHeard, findLastHeard, type Heard } from './read-store.ts'

/** What people have said to any of our numbers: STOP, START or a message, by the number it came from. */
export const heardFrom = async (db: Db, wanted: readonly Heard[]) => (wanted.length === 0 ? [] : findHeard(db, wanted))

/** The position of the last event from each number, in the order asked. */
export const lastHeardFrom = async (db: Db, wanted: readonly Pick<Heard, 'environmentId' | 'number'>[]) =>
  wanted.length === 0 ? [] : findLastHeard(db, wanted)
