import { sql } from 'kysely'
import { asTable, integers, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'

export type Asking = { keyId: string; quota: number; requests: number }
export type Window = { keyId: string; used: number; granted: number; resetSeconds: number }

/**
 * Counts requests of many keys in the hour of the database's clock, and lets pass what the quota still holds:
 * one statement counts and decides, so that no two processes can both grant the last one. It is a transaction by itself,
 * in one round trip instead of four, with settings of its own: a count that a power cut loses harms nobody, since the
 * requests that it counted commit for themselves; and a row that somebody else holds is not worth a long wait, since
 * all keys are counted in one file.
 */
export async function countRequests(db: Db, askings: readonly Asking[]): Promise<Window[]> {
  const { rows } = await plannedOnce<Window>`
    with settings as materialized (
      select set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '1500ms', true)
    )
    insert into request_windows as w (key_id, window_start, quota, used, granted)
    select key_id, date_trunc('hour', now(), 'UTC'), quota, least(requests, quota), least(requests, quota)
    from settings cross join ${asTable(
      {
        key_id: uuids(askings.map(one => one.keyId)),
        quota: integers(askings.map(one => one.quota)),
        requests: integers(askings.map(one => one.requests)),
      },
      'asked',
    )}
    on conflict (key_id, window_start) do update set
      quota = excluded.quota,
      used = w.used + least(excluded.granted, greatest(excluded.quota - w.used, 0)),
      granted = least(excluded.granted, greatest(excluded.quota - w.used, 0))
    returning key_id as "keyId", used, granted,
      ceil(extract(epoch from window_start + interval '1 hour' - now()))::integer as "resetSeconds"`.execute(db)
  return rows
}

/** Requests of one key in the current hour. */
export async function findUsed(db: Db, keyId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used from request_windows where key_id = ${keyId} and window_start = date_trunc('hour', now(), 'UTC')`.execute(
    db,
  )
  return rows[0]?.used ?? 0
}

/** Windows of every key: this is housekeeping, nobody's request. */
export async function deleteOldWindows(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from request_windows where ctid = any(array(
      select ctid from request_windows where window_start < now() - interval '2 hours' limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
