import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

/** The clock cannot be advanced until the transaction ends. */
export async function lockAhead(tx: Tx, environmentId: string): Promise<number> {
  const { rows } = await sql<{ aheadMs: number }>`
    select clock_ahead_ms::float8 as "aheadMs" from environments where id = ${environmentId} for share`.execute(tx)
  return rows[0]?.aheadMs ?? 0
}

export async function findAhead(db: Db, environmentId: string): Promise<number> {
  const { rows } = await sql<{ aheadMs: number }>`
    select clock_ahead_ms::float8 as "aheadMs" from environments where id = ${environmentId}`.execute(db)
  return rows[0]?.aheadMs ?? 0
}
