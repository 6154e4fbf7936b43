/**
 * Does the work that stands in the tables, until it is disposed of. It takes what is due as soon as it hears of it, looks for itself
 * twice a second, and takes no more than it has room for.
 */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { thisIdentity } from '#core/process/process-identity.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import type { AnyChannel } from './channel.ts'
import { startHeartbeat } from './heartbeat.ts'
import { type Loop, startLoop } from './loop.ts'
import { listenForWork } from './wake.ts'

/** Disposing takes no more, waits for what is under way, gives back the rest. */
export type Engine = AsyncDisposable & {
  /** False while it takes no work: the database is away, or something is wrong with its tables. */
  isWorking(): boolean
  /** Resolves when it cannot work although the database answers: only a new process may help. */
  readonly failed: Promise<Error>
}

export type EngineOptions = {
  database: Database
  channels: readonly AnyChannel[]
  log: Logger
  /** For whoever counts: so many rows of a table were taken together. */
  taken?: ((table: string, count: number) => void) | undefined
  /** Somebody has said something to all workers that is about no work. */
  heard?: ((what: string) => void) | undefined
  beatMs?: number
  /** After so long without a beat a worker counts as dead. */
  leaseMs?: number
  /** For so long the database may refuse our statements before the worker gives up. */
  giveUpAfterMs?: number
  /** Where process ids mean the same; found out unless told. */
  machine?: string
}

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { database, channels, log, taken, beatMs = 10_000, leaseMs = 30_000, giveUpAfterMs = 300_000 } = options
  const workerId = `worker-${randomUUID()}`
  const found = thisIdentity()
  const identity = { ...found, machine: options.machine ?? found.machine }
  const { address } = database
  await using opened = new AsyncDisposableStack()
  // Work that uses up every connection must not make a living worker look dead: the heartbeats have their own.
  const beats = opened.use(openDatabase({ ...address, connections: 1, queryTimeoutMs: 4_000 }))
  const tables = channels.map(({ table }) => table)
  const loops: Loop[] = []
  const onTaken = () => loops.forEach(loop => void loop.wake())
  const heartbeat = opened.use(
    startHeartbeat({ database: beats, workerId, identity, tables, beatMs, leaseMs, log, onTaken }),
  )
  // A statement on a dead connection is given up after 3 s, so that work is picked up within 5.
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
