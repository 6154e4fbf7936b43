import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Deletes all rows in one statement: `truncate` creates new files for every table, index and partition, which takes ten times as long.
 * `names` are separated by commas.
 */
export async function emptyTables(db: Db, names: string): Promise<void> {
  const deletions = names.split(/,\s*/).map(name => sql`${sql.id(`no_${name}`)} as (delete from ${sql.table(name)})`)
  await sql`with ${sql.join(deletions)} select`.execute(db)
}
