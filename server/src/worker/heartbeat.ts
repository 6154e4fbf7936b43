/**
 * Graphile keeps a job locked for four hours after its worker was killed. Here every pool beats, and every pool gives
 * back the jobs of those that have stopped beating: 30 s of silence, found within a beat, are less than 45 s.
 * All times are the database's clock.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Identity, isRunning } from '#core/process-identity.ts'
import type { Database } from '#postgres/database.ts'
import { findUnheardPools, giveBackJobsOf, giveBackStrays } from '#queue/locks.ts'
import { findPoolsOn, forgetPools, recordBeat, takeSilentPools } from './store.ts'

type HeartbeatOptions = {
  database: Database
  poolId: string
  identity: Identity
  /** The jobs that this pool knows it has. */
  held: () => readonly string[]
  beatMs: number
  leaseMs: number
  log: Logger
}

export type Heartbeat = AsyncDisposable & {
  /** False when others may have taken this pool for dead and have its jobs by now. */
  holdsLease(): boolean
  /** Resolves when others can see that this pool lives. */
  readonly begun: Promise<void>
}

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { database, poolId, beatMs, leaseMs, log } = options
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  let lastBeat = performance.now()
  let failing = false

  async function beat() {
    const begun = performance.now()
    const steady = await recordBeat(database.db, options)
    lastBeat = begun
    first.resolve()
    await releaseDeadNeighbours(options)
    // Whoever was cut off cannot tell who is dead from who was cut off as well: it gives them a beat to speak up.
    if (steady) await releaseSilent(options)
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
      // If the database is away, the lease does it.
      await release(database, [poolId]).catch(err => log.warn({ err }, 'could not give back the jobs of this worker'))
    },
  }
}

/** A process of this machine can be seen to be dead: its successor need not wait for the lease. */
async function releaseDeadNeighbours({ database, poolId, identity, log }: HeartbeatOptions): Promise<void> {
  const pools = await findPoolsOn(database.db, identity.machine)
  const dead = pools.filter(one => one.pool_id !== poolId && !isRunning(one.process)).map(one => one.pool_id)
  if (dead.length === 0) return
  await release(database, dead)
  log.warn({ pools: dead }, 'gave back the jobs of workers that have ended on this machine')
}

async function releaseSilent({ database, poolId, held, leaseMs, log }: HeartbeatOptions): Promise<void> {
  const pools = await database.transaction(async tx => {
    const silent = [...(await takeSilentPools(tx, leaseMs)), ...(await findUnheardPools(tx, leaseMs))]
    if (silent.length > 0) await giveBackJobsOf(tx, silent)
    return silent
  })
  if (pools.length > 0) log.warn({ pools }, 'gave back the jobs of workers that have stopped beating')
  const strays = await giveBackStrays(database.db, { poolId, held: held(), leaseMs })
  if (strays.length > 0) log.warn({ jobs: strays }, 'gave back jobs that were taken without an answer')
}

const release = (database: Database, poolIds: readonly string[]): Promise<void> =>
  database.transaction(async tx => {
    await giveBackJobsOf(tx, poolIds)
    await forgetPools(tx, poolIds)
  })
