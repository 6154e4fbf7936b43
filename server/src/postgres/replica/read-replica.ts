/**
 * Reads from a replica with the consistency of the primary: each read first asks the primary for its commit position, and waits until
 * the replica has replayed up to it. So every caller sees all acknowledged writes, whichever process took them. If the replica is down or does
 * not catch up soon, it is paused for a while, and the primary is used.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { gather } from '../gather.ts'
import { isConnectionLost } from '../outages/outage.ts'
import { hasSqlState } from '../outages/sql-state.ts'
import { type Connection, type Connections, openConnection, openReader } from '../transaction.ts'
import { type Position, positionOf, type ReplicaState, replicaStateOf } from './position.ts'

/** A replica on the same network is a few milliseconds behind. Short, because a client waits for the answer. */
const catchUpWithinMs = 100
/** Includes opening a connection, and bounds the wait for a replica that has gone silent. */
const readyWithinMs = 700
const pauseMs = 1_000

type ReplicaReads = { replica: number; primary: number }

export type ReadReplica = AsyncDisposable & {
  /** Undefined when the primary must be used. */
  read(text: string, values: readonly unknown[]): Promise<pg.QueryResult | undefined>
  /** What the URL leads to. Throws if a server is down. */
  examine(): Promise<ReplicaState>
  readonly reads: ReplicaReads
}

export type ReplicaOptions = {
  primary: Connections
  /** Opens connections to the replica, after finding out whether a pooler is in front of it. */
  open: () => Promise<Connections>
  /** Called with the reason when the replica becomes unusable, and without one when it is usable again. */
  onChange?: ((reason: unknown) => void) | undefined
}

class NotUsable extends Error {
  override name = 'NotUsable'
}

export function readReplica({ primary, open, onChange }: ReplicaOptions): ReadReplica {
  const reads: ReplicaReads = { replica: 0, primary: 0 }
  let pausedUntil = 0
  let isUsable = true
  let opened: Connections | undefined

  const connections = async () => {
    const now = opened ?? (await open())
    // Two callers may have opened it at once.
    if (opened && opened !== now) await now.pool.end()
    opened ??= now
    return opened
  }

  /** One query for all concurrent reads. A read never gets the answer to a query sent before it. */
  const findPosition = gather<undefined, Position>(async items => {
    const connection = await openReader(primary)
    try {
      const position = await positionOf(connection.query)
      return items.map(() => position)
    } finally {
      connection.release()
    }
  })

  function note(reason?: unknown): void {
    pausedUntil = reason === undefined ? 0 : performance.now() + pauseMs
    if (isUsable === (reason === undefined)) return
    isUsable = !isUsable
    onChange?.(reason)
  }

  async function tryRead(text: string, values: readonly unknown[]): Promise<pg.QueryResult | undefined> {
    const position = await findPosition(undefined)
    const connection = await readyWithin(connections().then(from => begunAt(from, position))).catch(note)
    if (!connection) return undefined
    // The replica counts as usable before the read: an invalid statement fails on any server.
    note()
    return readAndEnd(connection, text, values).catch(error => {
      if (!isOfReplica(error)) throw error
      note(error)
      return undefined
    })
  }

  return {
    reads,
    async read(text, values) {
      const answer = performance.now() < pausedUntil ? undefined : await tryRead(text, values)
      reads[answer ? 'replica' : 'primary']++
      return answer
    },
    async examine() {
      const position = await findPosition(undefined)
      const connection = await openReader(await connections())
      try {
        return await replicaStateOf(connection.query, position)
      } finally {
        connection.release()
      }
    },
    async [Symbol.asyncDispose]() {
      if (opened && !opened.pool.ending) await opened.pool.end()
    },
  }
}

/** Begins a transaction, because behind a pooler or a load balancer the next statement may reach another replica. */
async function begunAt(connections: Connections, position: Position): Promise<Connection> {
  const connection = await openConnection(connections)
  try {
    const begun = connection.query(connections.eachBegins ?? 'begin', [])
    begun.catch(() => {})
    const until = performance.now() + catchUpWithinMs
    for (let delay = 2; ; delay *= 2) {
      const standing = await replicaStateOf(connection.query, position)
      if (standing === 'current') return connection
      if (standing !== 'behind' || performance.now() + delay > until) throw new NotUsable(reasons[standing])
      await pause(delay)
    }
  } catch (error) {
    await connection.query('rollback', []).catch(() => {})
    connection.release()
    throw error
  }
}

const reasons = {
  behind: `the replica is more than ${catchUpWithinMs} ms behind`,
  primary: 'the server at DATABASE_READ_URL is not a replica',
  foreign: 'the server at DATABASE_READ_URL has another database',
}

/** A connection that becomes ready too late is released, and its error ignored. */
async function readyWithin(coming: Promise<Connection>): Promise<Connection> {
  const late = Symbol('late')
  const first = await Promise.race([coming, pause(readyWithinMs, late, { ref: false })])
  if (typeof first !== 'symbol') return first
  coming.then(
    async connection => {
      await connection.query('rollback', []).catch(() => {})
      connection.release()
    },
    () => {},
  )
  throw new NotUsable('the replica does not answer')
}

async function readAndEnd(connection: Connection, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  try {
    const answer = connection.query(text, values)
    await Promise.allSettled([answer, connection.query('commit', [])])
    return await answer
  } finally {
    connection.release()
  }
}

// Conflicts with replayed changes (40001, 40P01), or a statement that writes (25006).
const onlyThere = ['40001', '40P01', '25006']

/** True when the replica is the cause, so the primary can answer the statement. */
const isOfReplica = (error: unknown): boolean => isConnectionLost(error) || hasSqlState(error, ...onlyThere)
