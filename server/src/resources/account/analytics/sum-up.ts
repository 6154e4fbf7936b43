import type { Database } from '#postgres/database.ts'
import { sumUpTable } from '#postgres/summed-table.ts'
import { emailStats } from './store.ts'

export const sumUp = (database: Database, page?: number): Promise<void> => sumUpTable(database, emailStats, page)
