import type { Database } from '#postgres/database.ts'
import { lockSending } from './store.ts'

/**
 * Until no page of a broadcast is being written that was begun before this. Whoever has deleted a contact knows then that all messages to it are
 * there: a page that is begun later leaves it out.
 */
export const waitForPages = (database: Database, environmentId: string): Promise<void> =>
  database.transaction(tx => lockSending(tx, environmentId))
