import type { Pager } from '#core/page.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readLedger } from './read.ts'

export const creditConsoleRoutes = ({ database, pager }: { database: Database; pager: Pager }) =>
  ({
    async listLedger(member, { query }) {
      const subjects = await readLedger(
        database.slowReads(member.environmentId),
        member.organizationId,
        pager.open(member, 'ledger', query),
      )
      const page = pager.close(member, 'ledger', query, subjects, ({ entries }) => entries.map(toWireEntry))
      return { ...page, data: page.data.flat() }
    },
  }) satisfies Partial<ConsoleHandlers>

type Entry = Awaited<ReturnType<typeof readLedger>>[number]['entries'][number]

const toWireEntry = ({ subjectId, kind, credits, note, createdAt }: Entry) => ({
  subject_id: subjectId,
  kind,
  credits,
  note,
  created_at: createdAt.toISOString(),
})
