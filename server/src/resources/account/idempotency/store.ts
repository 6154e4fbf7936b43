import { sql } from 'kysely'
import { Refusal } from '#core/refusal.ts'
import { asTable, bytes, jsons, texts, uuids } from '#postgres/arrays/as-table.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { Pass } from '#postgres/group-commit.ts'
import { hasSqlState } from '#postgres/outages/sql-state.ts'

export type KeyName = { environmentId: string; operation: string; key: string }
export type Claim = KeyName & { requestHash: Buffer }
export type StoredKey = Claim & { answer: object | null }

const columns = (keys: readonly KeyName[]) => ({
  environment_id: uuids(keys.map(one => one.environmentId)),
  operation: texts(keys.map(one => one.operation)),
  key: texts(keys.map(one => one.key)),
})

// A request holds its key for milliseconds. When one hangs, others must not wait for it, least of all while a batch is
// retried item by item, where each key may be held by a hanging request.
const lockTimeouts: Record<Pass, string> = { together: '1s', alone: '50ms' }

/** Claims the keys that are new or older than a day and returns them; waits for keys in other open transactions. */
export async function claimKeys(tx: Tx, claims: readonly Claim[], pass: Pass): Promise<KeyName[]> {
  await sql`select set_config('lock_timeout', ${lockTimeouts[pass]}, true)`.execute(tx)
  try {
    const claimed = await insertKeys(tx, claims)
    await sql`select set_config('lock_timeout', '0', true)`.execute(tx)
    return claimed
  } catch (error) {
    throw hasSqlState(error, '55P03') ? new Refusal('concurrent_idempotent_requests', { cause: error }) : error
  }
}

async function insertKeys(tx: Tx, claims: readonly Claim[]): Promise<KeyName[]> {
  const { rows } = await sql<KeyName>`
    insert into idempotency_keys as stored (environment_id, operation, key, request_hash)
    select * from ${asTable({ ...columns(claims), request_hash: bytes(claims.map(one => one.requestHash)) })}
    on conflict (environment_id, operation, key) do update
      set request_hash = excluded.request_hash, answer = null, created_at = now()
      where stored.created_at <= now() - interval '24 hours'
    returning environment_id as "environmentId", operation, key`.execute(tx)
  return rows
}

/** Keys that are at most a day old. */
export async function findKeys(db: Db, keys: readonly KeyName[]): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select environment_id as "environmentId", operation, key, request_hash as "requestHash", answer
    from idempotency_keys
    where (environment_id, operation, key) in (select * from ${asTable(columns(keys))})
      and created_at > now() - interval '24 hours'`.execute(db)
  return rows
}

export async function storeAnswers(tx: Tx, answered: readonly (KeyName & { answer: object })[]): Promise<void> {
  await sql`
    update idempotency_keys as stored set answer = given.answer
    from ${asTable({
      ...columns(answered),
      answer: jsons(answered.map(one => JSON.stringify(one.answer))),
    })}
    where (stored.environment_id, stored.operation, stored.key) = (given.environment_id, given.operation, given.key)`.execute(
    tx,
  )
}

export async function releaseKeys(tx: Tx, keys: readonly KeyName[]): Promise<void> {
  await sql`
    delete from idempotency_keys
    where (environment_id, operation, key) in (select * from ${asTable(columns(keys))})`.execute(tx)
}

/** Housekeeping for the keys of all organizations. */
export async function deleteExpiredKeys(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at <= now() - interval '24 hours' limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
