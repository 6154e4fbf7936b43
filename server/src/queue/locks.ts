/** Jobs that a worker has taken carry the id of its pool in locked_by; here they are given back to everybody. */
import { sql } from 'kysely'
import type { Db, Tx } from '#postgres/database.ts'

export async function giveBackJobsOf(tx: Tx, poolIds: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${poolIds})`.execute(tx)
}

/** Pools that took a job or a queue so long ago and of which worker_heartbeats knows nothing. */
export async function findUnheardPools(db: Db, leaseMs: number): Promise<string[]> {
  const { rows } = await sql<{ pool_id: string }>`
    select locked_by as pool_id from graphile_worker._private_jobs
    where locked_by is not null and locked_at < now() - make_interval(secs => ${leaseMs / 1000})
      and not exists (select from worker_heartbeats where pool_id = locked_by)
    union
    select locked_by from graphile_worker._private_job_queues
    where locked_by is not null and locked_at < now() - make_interval(secs => ${leaseMs / 1000})
      and not exists (select from worker_heartbeats where pool_id = locked_by)`.execute(db)
  return rows.map(row => row.pool_id)
}

/**
 * Gives back what a living pool took without knowing: the answer to its claim was lost with the connection.
 * `held` are the jobs it knows of; younger claims are left alone, for their answer may be on its way.
 */
export async function giveBackStrays(
  db: Db,
  { poolId, held, leaseMs }: { poolId: string; held: readonly string[]; leaseMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with strays as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where locked_by = ${poolId} and locked_at < now() - make_interval(secs => ${leaseMs / 1000})
        and id <> all(${held}::bigint[])
      returning id, job_queue_id
    ), queues as (
      update graphile_worker._private_job_queues as queues set locked_by = null, locked_at = null
      from strays where queues.id = strays.job_queue_id and queues.locked_by = ${poolId}
    )
    select id from strays`.execute(db)
  return rows.map(row => row.id)
}

/** The pools that are alive by their heartbeat. */
export async function findLivePools(db: Db, leaseMs = 30_000): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ pool_id: string }>`
    select pool_id from worker_heartbeats where seen_at >= now() - make_interval(secs => ${leaseMs / 1000})`.execute(db)
  return new Set(rows.map(row => row.pool_id))
}
