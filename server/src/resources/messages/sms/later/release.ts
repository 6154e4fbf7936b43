/** Scheduled text messages whose time has come. The database's clock decides. */

import type { Ahead } from '#core/clock.ts'
import { wake } from '#engine/wake.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { smsTable } from '../progress-store.ts'
import { retrySchedule } from '../retry.ts'
import { releaseDueSms } from './later-store.ts'

const pageSize = 1_000

/** By the real clock, or by those that are ahead. */
export async function releaseScheduledSms(database: Database, by?: Ahead): Promise<void> {
  while ((await database.transaction(tx => releasePage(tx, by))) === pageSize);
}

async function releasePage(tx: Tx, by?: Ahead): Promise<number> {
  const released = await releaseDueSms(tx, pageSize, retrySchedule.giveUpAfterMs, by)
  if (released > 0) await wake(tx, smsTable.name)
  return released
}
