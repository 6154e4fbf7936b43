/** Matches ids by a part of them, which no index on ids supports. `digits`: the result of partOfId in core/id.ts. */
import { type RawBuilder, sql } from 'kysely'

export const hasPartOfId = (digits: string): RawBuilder<boolean> =>
  sql<boolean>`replace(id::text, '-', '') like ${`%${digits}%`}`
