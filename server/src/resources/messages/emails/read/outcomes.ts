import type { Db } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { findOutcomes } from './read-store.ts'

/** The outcomes of these emails, for code that decides by them: what machines open or click does not count. In the order asked; undefined for an email that does not exist. */
export async function outcomesOf(db: Db, wanted: readonly EmailKey[]) {
  if (wanted.length === 0) return []
  const rows = await findOutcomes(db, wanted)
  return rows.map(row => {
    if (!row) return undefined
    const { status, humanOpenCount, humanClickCount, ...seen } = row
    return {
      status,
      ...seen,
      bounced: status === 'bounced',
      complained: status === 'complained',
      failed: status === 'failed',
      suppressed: status === 'suppressed',
      opened: humanOpenCount > 0,
      clicked: humanClickCount > 0,
      open_count: humanOpenCount,
      click_count: humanClickCount,
    }
  })
}
