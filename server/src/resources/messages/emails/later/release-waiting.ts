import type { Database } from '#postgres/database.ts'
import { releaseInPages } from '#sending/release-in-pages.ts'
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

const releaseAll = (database: Database, heldBack: HeldBack, limit: number): Promise<number> =>
  releaseInPages(database, (tx, after) =>
    releaseHeldBack(tx, heldBack, { after, limit, giveUpAfterMs: retrySchedule.giveUpAfterMs }),
  )
