import { sql } from 'kysely'
import { asTable, integers, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import { plannedOnce } from '#postgres/prepared.ts'

export type Asking = { keyId: string; quota: number; requests: number }
export type Window = { keyId: string; used: number; granted: number; resetSeconds: number }

/**
 * Counts requests of many keys in the hour of the database's clock, and grants what the quota still allows. One statement
 * counts and decides, so that two processes cannot both grant the last request. It is its own transaction, in one round trip
 * instead of four, with its own settings: losing a count in a power cut does no harm, because the counted requests commit
 * separately; and a locked row is not worth a long wait, because all keys are counted one after the other.
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

/** Housekeeping for the windows of all keys. */
export async function deleteOldWindows(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from request_windows where ctid = any(array(
      select ctid from request_windows where window_start < now() - interval '2 hours' limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
