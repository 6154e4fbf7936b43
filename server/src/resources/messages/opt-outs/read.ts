import type { Db } from '#postgres/database.ts'
import { numberKey, type PersonalNumber } from './number-key.ts'
import { findOptedOut } from './store.ts'

/** Which of these have said STOP, as `numberKey` names them. The question leaves at once. */
export async function optedOutAmong(db: Db, wanted: readonly PersonalNumber[]): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set()
  return new Set((await findOptedOut(db, wanted)).map(numberKey))
}
