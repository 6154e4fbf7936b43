import type { Tx } from '#postgres/database.ts'
import { lockAllOpen } from './store.ts'

/** Waits until no page of a file is being imported. Pages that start after this transaction see what it wrote, and it sees the contacts of pages before it. */
export const waitForBroadcastPages = (tx: Tx, environmentId: string): Promise<void> => lockAllOpen(tx, environmentId)
