import type { Tx } from '#postgres/database.ts'
import { lockAllOpen } from './store.ts'

/**
 * Until no page of a file is being read. The next one comes after this transaction: what it says about somebody is known to every page, or the
 * page's contacts are known to it.
 */
export const waitForPages = (tx: Tx, environmentId: string): Promise<void> => lockAllOpen(tx, environmentId)
