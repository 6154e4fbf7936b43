import type { Db } from '#postgres/database.ts'
import type { SmsKey } from '../sms.ts'
import { findOutcomes } from './read-store.ts'

/** The outcomes of these messages, for code that decides by them. In the order asked; undefined for a message that does not exist. */
export async function outcomesOf(db: Db, wanted: readonly SmsKey[]) {
  if (wanted.length === 0) return []
  const rows = await findOutcomes(db, wanted)
  return rows.map(row => row && { ...row, undelivered: row.status === 'undelivered', failed: row.status === 'failed' })
}
