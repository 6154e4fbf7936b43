import { sql } from 'kysely'
import type { Identity } from '#core/process-identity.ts'
import type { Db, Tx } from '#postgres/database.ts'

/** Says that the pool lives. True when its last beat was within the lease, so that nobody can have written it off. */
export async function recordBeat(
  db: Db,
  { poolId, identity, leaseMs }: { poolId: string; identity: Identity; leaseMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ steady: boolean | null }>`
    with last as (
      select seen_at > now() - make_interval(secs => ${leaseMs / 1000}) as steady
      from worker_heartbeats where pool_id = ${poolId}
    )
    insert into worker_heartbeats (pool_id, machine, process) values (${poolId}, ${identity.machine}, ${identity.process})
    on conflict (pool_id) do update set seen_at = now()
    returning (select steady from last)`.execute(db)
  return rows[0]?.steady === true
}

export const findPoolsOn = (db: Db, machine: string): Promise<{ pool_id: string; process: string }[]> =>
  db.selectFrom('worker_heartbeats').select(['pool_id', 'process']).where('machine', '=', machine).execute()

/** Takes the rows of pools that have stopped beating. A row that is being written is alive. */
export async function takeSilentPools(tx: Tx, leaseMs: number): Promise<string[]> {
  const { rows } = await sql<{ pool_id: string }>`
    delete from worker_heartbeats where pool_id in (
      select pool_id from worker_heartbeats
      where seen_at < now() - make_interval(secs => ${leaseMs / 1000})
      for update skip locked
    ) returning pool_id`.execute(tx)
  return rows.map(row => row.pool_id)
}

export async function forgetPools(tx: Tx, poolIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('worker_heartbeats').where('pool_id', 'in', poolIds).execute()
}
