/**
 * Reads from a replica what everybody would read from the primary: each read first asks the primary up to where it has committed, and
 * waits until the replica has come as far. So a caller sees what it has written, whichever process took it, and whoever else was told
 * of something sees it, too. A replica that is away or does not catch up soon is left alone for a while, and the primary asked.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { gather } from '../gather.ts'
import { isConnectionLost } from '../outages/outage.ts'
import { type Connection, type Connections, openConnection, openReader } from '../transaction.ts'
import { type Position, positionOf, type Standing, standingOf } from './position.ts'

/** A replica on the same network is some milliseconds behind; somebody waits for the answer. */
const catchUpWithinMs = 100
/** With opening a connection, and with a replica that has fallen silent. */
const readyWithinMs = 700
const leftAloneMs = 1_000

type ReplicaReads = { replica: number; primary: number }

export type ReadReplica = AsyncDisposable & {
  /** Undefined when the primary must be asked. */
  read(text: string, values: readonly unknown[]): Promise<pg.QueryResult | undefined>
  /** What the address leads to. Throws what a server that is away throws. */
  examine(): Promise<Standing>
  readonly reads: ReplicaReads
}

export type ReplicaOptions = {
  primary: Connections
  /** Opens connections to the replica, once it can be seen what stands before it. */
  open: () => Promise<Connections>
  /** Told when it cannot be used any more, with the reason, and when it can again. */
  onChange?: ((reason: unknown) => void) | undefined
}

class NotUsable extends Error {
  override name = 'NotUsable'
}

export function readReplica({ primary, open, onChange }: ReplicaOptions): ReadReplica {
  const reads: ReplicaReads = { replica: 0, primary: 0 }
  let leftAloneUntil = 0
  let isUsable = true
  let opened: Connections | undefined

  const connections = async () => {
    const now = opened ?? (await open())
    // Two may have opened it at once.
    if (opened && opened !== now) await now.pool.end()
    opened ??= now
    return opened
  }

  /** One question for all who ask at the same time; nobody gets an answer to one that left before they came. */
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
    leftAloneUntil = reason === undefined ? 0 : performance.now() + leftAloneMs
    if (isUsable === (reason === undefined)) return
    isUsable = !isUsable
    onChange?.(reason)
  }

  async function tryRead(text: string, values: readonly unknown[]): Promise<pg.QueryResult | undefined> {
    const position = await findPosition(undefined)
    const connection = await readyWithin(connections().then(from => begunAt(from, position))).catch(note)
    if (!connection) return undefined
    // Before it is read from: a statement that is wrong is wrong everywhere.
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
      const answer = performance.now() < leftAloneUntil ? undefined : await tryRead(text, values)
      reads[answer ? 'replica' : 'primary']++
      return answer
    },
    async examine() {
      const position = await findPosition(undefined)
      const connection = await openReader(await connections())
      try {
        return await standingOf(connection.query, position)
      } finally {
        connection.release()
      }
    },
    async [Symbol.asyncDispose]() {
      if (opened && !opened.pool.ending) await opened.pool.end()
    },
  }
}

/** In a transaction: behind a pooler or a load balancer the next statement may reach another replica. */
async function begunAt(connections: Connections, position: Position): Promise<Connection> {
  const connection = await openConnection(connections)
  try {
    const begun = connection.query(connections.eachBegins ?? 'begin', [])
    begun.catch(() => {})
    const until = performance.now() + catchUpWithinMs
    for (let delay = 2; ; delay *= 2) {
      const standing = await standingOf(connection.query, position)
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
  primary: 'the server of the replica follows nobody',
  foreign: 'the server of the replica is one of another database',
}

/** One that comes too late is given back, and nobody hears of it. */
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

// A row that it still showed was removed on the primary (40001, 40P01), or the statement writes (25006).
const onlyThere = new Set(['40001', '40P01', '25006'])

/** Not of the statement: the primary may well answer it. */
const isOfReplica = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof Error && 'code' in error && onlyThere.has(String(error.code)))
