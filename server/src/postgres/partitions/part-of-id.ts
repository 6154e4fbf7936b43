/** Ids by a part of them, which the indexes on ids know nothing of. `digits`: as partOfId of core/id.ts gives them. */
import { type RawBuilder, sql } from 'kysely'

export const hasPartOfId = (digits: string): RawBuilder<boolean> =>
  sql<boolean>`replace(id::text, '-', '') like ${`%${digits}%`}`
