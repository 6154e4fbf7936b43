import type { Db } from '#postgres/database.ts'
import type { SmsKey } from '../sms.ts'
import { findOutcomes } from './read-store.ts'

/** What has become of these messages, for whoever decides by it. In the order asked; undefined for one that is not there. */
export async function outcomesOf(db: Db, wanted: readonly SmsKey[]) {
  if (wanted.length === 0) return []
  const rows = await findOutcomes(db, wanted)
  return rows.map(row => row && { ...row, undelivered: row.status === 'undelivered', failed: row.status === 'failed' })
}
