/**
 * Indexes for searches by a part of a word. They need the extension pg_trgm, which comes with PostgreSQL and which the owner of a database
 * may create. Some servers lack or forbid it, and searches there scan row by row. So these indexes are not migrations: every migrate run
 * builds the missing ones, also when the extension is installed later.
 */
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { hasSqlState } from '../outages/sql-state.ts'

const searchIndexes = [
  {
    name: 'contacts_search',
    table: 'contacts',
    method: `gin ((coalesce(email || ' ', '') || coalesce(phone_number || ' ', '') || coalesce(first_name || ' ', '')
      || coalesce(last_name, '')) gin_trgm_ops)`,
  },
  { name: 'suppressions_search', table: 'suppressions', method: 'gin (email gin_trgm_ops)' },
] as const
type SearchIndex = (typeof searchIndexes)[number]

export async function buildSearchIndexes(db: Db): Promise<void> {
  const missing = await missingIndexes(db)
  if (missing.length === 0 || !(await hasTrigrams(db))) return
  for (const { name, table, method } of missing) {
    // A failed try has left an invalid index.
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create index concurrently ${sql.id(name)} on ${sql.table(table)} using ${sql.raw(method)}`.execute(db)
  }
}

/** The tables whose searches scan row by row. */
export const slowSearches = async (db: Db): Promise<string[]> => (await missingIndexes(db)).map(({ table }) => table)

/** The missing indexes of existing tables. */
async function missingIndexes(db: Db): Promise<SearchIndex[]> {
  const { rows } = await sql<{ name: string }>`
    select given.name
    from unnest(${searchIndexes.map(one => one.name)}::text[], ${searchIndexes.map(one => one.table)}::text[]) as given (name, "table")
    where to_regclass(given."table") is not null and not exists (
      select from pg_index where indexrelid = to_regclass(given.name) and indisvalid)`.execute(db)
  const names = new Set(rows.map(({ name }) => name))
  return searchIndexes.filter(({ name }) => names.has(name))
}

/** insufficient_privilege; and feature_not_supported and undefined_file, for an extension that is not installed. */
const unavailable = ['42501', '0A000', '58P01']

async function hasTrigrams(db: Db): Promise<boolean> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
    return true
  } catch (error) {
    if (hasSqlState(error, ...unavailable)) return false
    throw error
  }
}
