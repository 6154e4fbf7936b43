import type { Database } from '#postgres/database.ts'
import { sumUpTable } from '#postgres/partitions/summed-table.ts'
import { receiverStats } from './store.ts'

export const sumUpReceiverStats = (database: Database): Promise<void> => sumUpTable(database, receiverStats)
