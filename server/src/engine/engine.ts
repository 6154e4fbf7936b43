/**
 * Does the work that waits in the tables, until it is disposed. It takes due rows when it is notified, polls twice a second, and takes
 * no more than each channel's limit.
 */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { thisIdentity } from '#core/process/process-identity.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import type { AnyChannel } from './channel.ts'
import { startHeartbeat } from './heartbeat.ts'
import { type Loop, startLoop } from './loop.ts'
import { listenForWork } from './wake.ts'

/** Disposing stops taking rows, waits for those in progress, and releases the rest. */
export type Engine = AsyncDisposable & {
  /** False while it takes no work: the database is down, or something is wrong with its tables. */
  isWorking(): boolean
  /** Resolves when it cannot work although the database answers. Only a new process may help. */
  readonly failed: Promise<Error>
}

export type EngineOptions = {
  database: Database
  channels: readonly AnyChannel[]
  log: Logger
  /** For metrics: the size of each batch taken from a table. */
  taken?: ((table: string, count: number) => void) | undefined
  /** Called for a notification to all workers that names no work table. */
  heard?: ((what: string) => void) | undefined
  beatMs?: number
  /** A worker without a heartbeat for this long counts as dead. */
  leaseMs?: number
  /** How long the database may refuse our statements before the worker gives up. */
  giveUpAfterMs?: number
  /** The machine or container within which process ids are unique. Detected by default. */
  machine?: string
}

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { database, channels, log, taken, beatMs = 10_000, leaseMs = 30_000, giveUpAfterMs = 300_000 } = options
  const workerId = `worker-${randomUUID()}`
  const found = thisIdentity()
  const identity = { ...found, machine: options.machine ?? found.machine }
  const { address } = database
  await using opened = new AsyncDisposableStack()
  // Heartbeats have their own connection, so that work that uses up all others cannot make a live worker look dead.
  const beats = opened.use(openDatabase({ ...address, connections: 1, queryTimeoutMs: 4_000 }))
  const tables = channels.map(({ table }) => table)
  const loops: Loop[] = []
  const onReleased = () => loops.forEach(loop => void loop.wake())
  const heartbeat = opened.use(
    startHeartbeat({ database: beats, workerId, identity, tables, beatMs, leaseMs, log, onReleased }),
  )
  // A statement on a dead connection times out after 3 s, so that work is taken within 5 s.
  const taking = opened.use(openDatabase({ ...address, connections: channels.length, queryTimeoutMs: 3_000 }))
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  const byTable = new Map<string, Loop>()
  for (const channel of channels) {
    const loop = startLoop({ database: taking, channel, workerId, heartbeat, log, taken, leaseMs, giveUpAfterMs, fail })
    byTable.set(channel.table.name, loop)
    loops.push(loop)
  }
  opened.use(
    listenForWork(address, (table, name) => {
      const loop = byTable.get(table)
      if (loop) loop.wake(name)
      else options.heard?.(table)
    }),
  )
  const kept = opened.move()
  return {
    isWorking: () => heartbeat.holdsLease() && loops.every(loop => loop.isWorking()),
    failed,
    async [Symbol.asyncDispose]() {
      await Promise.all(loops.map(loop => loop[Symbol.asyncDispose]()))
      await kept.disposeAsync()
    },
  }
}
