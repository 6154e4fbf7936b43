import { sql } from 'kysely'
import type { Database } from '#postgres/database.ts'

/** The facts recorded about an object, in order. */
export async function eventsOf(
  database: Database,
  subjectId: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await sql<{ type: string; data: Record<string, unknown> }>`
    select type, data from events where subject_id = ${subjectId} order by position`.execute(database.db)
  return rows
}
