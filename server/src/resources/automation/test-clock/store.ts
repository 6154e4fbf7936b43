import { sql } from 'kysely'
import type { Tx } from '#postgres/database.ts'

/** Returns how far the clock is ahead afterwards; undefined when that would exceed the maximum. Locks the clock until the transaction ends. */
export async function putClockForward(
  tx: Tx,
  environmentId: string,
  byMs: number,
  maxMs: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ aheadMs: number }>`
    update environments set clock_ahead_ms = clock_ahead_ms + ${byMs}
    where id = ${environmentId} and mode = 'test' and clock_ahead_ms + ${byMs} <= ${maxMs}
    returning clock_ahead_ms::float8 as "aheadMs"`.execute(tx)
  return rows[0]?.aheadMs
}
