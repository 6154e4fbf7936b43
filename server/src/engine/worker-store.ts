import { sql } from 'kysely'
import type { Identity } from '#core/process/process-identity.ts'
import type { Db, Tx } from '#postgres/database.ts'

/** Records a heartbeat. True when the previous one was within the lease, so no other worker can have declared this one dead. */
export async function recordBeat(
  db: Db,
  { workerId, identity, leaseMs }: { workerId: string; identity: Identity; leaseMs: number },
): Promise<boolean> {
  const { rows } = await sql<{ steady: boolean | null }>`
    with last as (
      select seen_at > now() - make_interval(secs => ${leaseMs / 1000}) as steady
      from worker_heartbeats where worker_id = ${workerId}
    )
    insert into worker_heartbeats (worker_id, machine, process)
    values (${workerId}, ${identity.machine}, ${identity.process})
    on conflict (worker_id) do update set seen_at = now()
    returning (select steady from last)`.execute(db)
  return rows[0]?.steady === true
}

export const findWorkersOn = (db: Db, machine: string): Promise<{ worker_id: string; process: string }[]> =>
  db.selectFrom('worker_heartbeats').select(['worker_id', 'process']).where('machine', '=', machine).execute()

/** Forgets workers that have stopped sending heartbeats. A locked row is skipped: its worker is writing a heartbeat. */
export async function forgetSilentWorkers(tx: Tx, leaseMs: number): Promise<string[]> {
  const { rows } = await sql<{ worker_id: string }>`
    delete from worker_heartbeats where worker_id in (
      select worker_id from worker_heartbeats
      where seen_at < now() - make_interval(secs => ${leaseMs / 1000})
      for update skip locked
    ) returning worker_id`.execute(tx)
  return rows.map(row => row.worker_id)
}

export async function forgetWorkers(tx: Tx, workerIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('worker_heartbeats').where('worker_id', 'in', workerIds).execute()
}
