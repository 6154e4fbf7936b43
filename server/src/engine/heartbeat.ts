/**
 * Every worker beats. Work that is held by one that has stopped beating is due again: 30 s of silence, found within a beat, are less
 * than 45 s. All times are the database's clock.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Identity, isRunning } from '#core/process/process-identity.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { putBackAbandoned, putBackAll, type WorkTable } from './work-table.ts'
import { findWorkersOn, forgetSilent, forgetWorkers, recordBeat } from './worker-store.ts'

type HeartbeatOptions = {
  database: Database
  workerId: string
  identity: Identity
  tables: readonly WorkTable[]
  beatMs: number
  leaseMs: number
  log: Logger
  /** Work of others is due again. */
  onTaken?: () => void
}

export type Heartbeat = AsyncDisposable & {
  /** False when others may have taken this worker for dead and have its work by now. */
  holdsLease(): boolean
  /** Resolves when others can see that this worker lives. */
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
    // Whoever was cut off cannot tell who is dead from who was cut off as well: it gives them a beat to speak up.
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
        for (const table of tables) await putBackAll(tx, table, workerId)
        await forgetWorkers(tx, [workerId])
      }
      // If the database is away, the lease does it.
      await database.transaction(leave).catch(err => log.warn({ err }, 'could not give back the work of this worker'))
    },
  }
}

/** A process of this machine can be seen to be dead: its successor need not wait for the lease. */
async function takeFromDeadNeighbours({
  database,
  workerId,
  identity,
  tables,
  log,
  onTaken,
}: HeartbeatOptions): Promise<void> {
  const neighbours = await findWorkersOn(database.db, identity.machine)
  const dead = neighbours.filter(one => one.worker_id !== workerId && !isRunning(one.process)).map(one => one.worker_id)
  if (dead.length === 0) return
  const rows = await database.transaction(async tx => {
    await forgetWorkers(tx, dead)
    return putBackAllAbandoned(tx, tables)
  })
  log.warn({ workers: dead, rows }, 'took the work of workers that have ended on this machine')
  onTaken?.()
}

async function takeFromSilent({ database, tables, leaseMs, log, onTaken }: HeartbeatOptions): Promise<void> {
  const [silent, rows] = await database.transaction(async tx => [
    await forgetSilent(tx, leaseMs),
    await putBackAllAbandoned(tx, tables),
  ])
  if (silent.length + rows === 0) return
  log.warn({ workers: silent, rows }, 'took the work of workers that have stopped beating')
  onTaken?.()
}

async function putBackAllAbandoned(tx: Tx, tables: readonly WorkTable[]): Promise<number> {
  let rows = 0
  for (const table of tables) rows += await putBackAbandoned(tx, table)
  return rows
}
