/**
 * Every worker sends heartbeats. Rows held by a worker whose heartbeats stop are due again within 45 s: the lease is 30 s, and the others check
 * every 10 s. All times are the database's clock.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Identity, isRunning } from '#core/process/process-identity.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { releaseAbandoned, releaseAll, type WorkTable } from './work-table.ts'
import { findWorkersOn, forgetSilentWorkers, forgetWorkers, recordBeat } from './worker-store.ts'

type HeartbeatOptions = {
  database: Database
  workerId: string
  identity: Identity
  tables: readonly WorkTable[]
  beatMs: number
  leaseMs: number
  log: Logger
  /** Called after the rows of another worker were released. */
  onReleased?: () => void
}

export type Heartbeat = AsyncDisposable & {
  /** False when other workers may have declared this one dead and taken its work. */
  holdsLease(): boolean
  /** Resolves after the first heartbeat. */
  readonly begun: Promise<void>
}

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { database, workerId, tables, beatMs, leaseMs, log } = options
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  let lastBeat = performance.now()
  let failing = false

  async function beat() {
    const begun = performance.now()
    const steady = await recordBeat(database.db, options)
    lastBeat = begun
    first.resolve()
    await takeFromDeadNeighbours(options)
    // After an outage a worker cannot tell dead workers from those that were cut off too, so it waits one interval for their heartbeats.
    if (steady) await takeFromSilent(options)
  }

  async function keepBeating() {
    while (!stopping.signal.aborted) {
      try {
        await beat()
        if (failing) log.info('heartbeat is back')
        failing = false
      } catch (err) {
        if (!failing) log.warn({ err }, 'heartbeat failed')
        failing = true
      }
      await pause(failing ? beatMs / 10 : beatMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const beating = keepBeating()
  return {
    holdsLease: () => performance.now() - lastBeat < leaseMs,
    begun: first.promise,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      first.resolve()
      await beating
      const leave = async (tx: Tx) => {
        for (const table of tables) await releaseAll(tx, table, workerId)
        await forgetWorkers(tx, [workerId])
      }
      // If the database is down, the rows are released when the lease expires.
      await database.transaction(leave).catch(err => log.warn({ err }, 'could not release the work of this worker'))
    },
  }
}

/** For workers on this machine we can check whether the process runs, so their work need not wait for the lease. */
async function takeFromDeadNeighbours({
  database,
  workerId,
  identity,
  tables,
  log,
  onReleased,
}: HeartbeatOptions): Promise<void> {
  const neighbours = await findWorkersOn(database.db, identity.machine)
  const dead = neighbours.filter(one => one.worker_id !== workerId && !isRunning(one.process)).map(one => one.worker_id)
  if (dead.length === 0) return
  const rows = await database.transaction(async tx => {
    await forgetWorkers(tx, dead)
    return releaseAllAbandoned(tx, tables)
  })
  log.warn({ workers: dead, rows }, 'released the work of workers that have ended on this machine')
  onReleased?.()
}

async function takeFromSilent({ database, tables, leaseMs, log, onReleased }: HeartbeatOptions): Promise<void> {
  const [silent, rows] = await database.transaction(async tx => [
    await forgetSilentWorkers(tx, leaseMs),
    await releaseAllAbandoned(tx, tables),
  ])
  if (silent.length + rows === 0) return
  log.warn({ workers: silent, rows }, 'released the work of workers that have stopped sending heartbeats')
  onReleased?.()
}

async function releaseAllAbandoned(tx: Tx, tables: readonly WorkTable[]): Promise<number> {
  let rows = 0
  for (const table of tables) rows += await releaseAbandoned(tx, table)
  return rows
}
