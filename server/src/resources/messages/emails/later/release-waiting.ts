import { idsFrom } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { retrySchedule } from '../deliver/retry.ts'
import { type HeldBack, releaseHeldBack } from '../delivery-store.ts'

const emailsPerPage = 2_000

/** Makes all deliveries due that wait for this, and returns how many. May run twice. */
export async function releaseWaiting(
  database: Database,
  waiting: Omit<HeldBack, 'status'>,
  limit = emailsPerPage,
): Promise<number> {
  const open = ['processing', 'delivery_delayed'] as const
  const released = await Promise.all(open.map(status => releaseAll(database, { ...waiting, status }, limit)))
  return released.reduce((sum, one) => sum + one, 0)
}

async function releaseAll(database: Database, heldBack: HeldBack, limit: number): Promise<number> {
  const { giveUpAfterMs } = retrySchedule
  const releaseAfter = (after: string) =>
    database.transaction(tx => releaseHeldBack(tx, heldBack, { after, limit, giveUpAfterMs }))
  let page = await releaseAfter(idsFrom(new Date(0)))
  let total = page.released
  while (page.last !== null) {
    page = await releaseAfter(page.last)
    total += page.released
  }
  return total
}
