import { csvOf } from '#core/csv.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readSuppressions } from './read.ts'

export const suppressionConsoleRoutes = ({ database }: { database: Database }) =>
  ({
    exportSuppressions: member =>
      csvOf(
        ['email', 'reason', 'created_at'],
        page => readSuppressions(database.slowReads(member.environmentId), member, page, {}),
        ({ email, reason, createdAt }) => [email, reason, createdAt.toISOString()],
      ),
  }) satisfies Partial<ConsoleHandlers>
