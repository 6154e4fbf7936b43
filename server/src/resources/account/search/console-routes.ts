import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { searchEverything } from './search.ts'

export const searchConsoleRoutes = ({ database }: { database: Database }) =>
  ({
    async searchEverything(member, { query }) {
      const text = query.q.trim()
      // A text of only spaces leaves nothing to search for.
      if (text.length < 3) return { data: [], unfinished: [] }
      return searchEverything(database.slowReads(member.environmentId), member, text)
    },
  }) satisfies Partial<ConsoleHandlers>
