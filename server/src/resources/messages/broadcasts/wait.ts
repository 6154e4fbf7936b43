import type { Database } from '#postgres/database.ts'
import { lockSending } from './store.ts'

/**
 * Waits for all pages of broadcasts that are being written. After that, a caller that has deleted a contact knows that all messages
 * to the contact exist: later pages leave it out.
 */
export const waitForBroadcastPages = (database: Database, environmentId: string): Promise<void> =>
  database.transaction(tx => lockSending(tx, environmentId))
