/**
 * Transactions on a connection that takes statements without waiting for the answers before: BEGIN leaves with the first of
 * them, and what nobody needs an answer to leaves with COMMIT. Between two round trips a busy process has other work to do,
 * and everybody waits for the locks that the transaction holds meanwhile: half of the time of an accepted batch went there.
 */
import type { Writable } from 'node:stream'
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from 'kysely'
import type pg from 'pg'
import { isConnectionLost } from './outages/outage.ts'
import type { OutageCount } from './outages/outage-count.ts'
import { preparedName } from './prepared.ts'
import type { Schema } from './schema.generated.ts'

/** For writers: all of it is committed or none. What takes a Tx sends nothing to the outside. */
export type Tx = Transaction<Schema>

export type Connection = {
  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult>
  release(): void
}

/** Where connections come from. */
export type Connections = {
  readonly pool: pg.Pool
  readonly outages?: OutageCount
  /** Behind a pooler in transaction mode: the statements that begin each of ours, since nothing outlives one there. */
  readonly eachBegins?: string
}

/** A connection that is lost is closed, not given to the next caller: its late answers would be taken for theirs. */
export async function openConnection({ pool, outages, eachBegins }: Connections): Promise<Connection> {
  const client = await pool.connect().catch(error => {
    outages?.refused(error)
    throw error
  })
  const writeTogether = corker(client)
  let broken: unknown
  return {
    async query(text, values) {
      // Nothing more is asked of a dead connection, not even to roll back: the answer would be waited for as long again.
      if (broken) throw broken
      writeTogether()
      try {
        const name = eachBegins === undefined ? preparedName(text) : undefined
        // `as`: pg does not change the values.
        const given = values as unknown[]
        const answer = await (name ? client.query({ name, text, values: given }) : client.query(text, given))
        outages?.answered()
        return answer
      } catch (error) {
        if (isConnectionLost(error)) broken = error
        throw error
      }
    },
    release: () => client.release(broken !== undefined),
  }
}

/** For single statements. `more` is set for each of them alone. */
export async function openReader(connections: Connections, more?: string): Promise<Connection> {
  const eachBegins = more === undefined ? connections.eachBegins : `${connections.eachBegins ?? 'begin'}; ${more}`
  const connection = await openConnection(connections)
  if (eachBegins === undefined) return connection
  return {
    async query(text, values) {
      if (text === 'begin') throw new Error('transactions are begun by inTransaction')
      const begun = connection.query(eachBegins, [])
      const answer = connection.query(text, values)
      const ended = connection.query('commit', [])
      throwFirst(await Promise.allSettled([begun, answer, ended]))
      return await answer
    },
    release: connection.release,
  }
}

/** What is asked in one turn of the event loop is written in one piece: a system call costs more than a statement. */
function corker(client: pg.PoolClient): () => void {
  // `as`: the types of pg do not show the socket.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  let isCorked = false
  return () => {
    if (isCorked) return
    isCorked = true
    stream.cork()
    process.nextTick(() => {
      isCorked = false
      stream.uncork()
    })
  }
}

/** What leaves a transaction without being waited for. */
type Trailing = {
  readonly answers: Promise<unknown>[]
  /** A statement has left in this very turn, and nobody has named it yet. */
  hasJustLeft: boolean
}

const trailingOf = new WeakMap<Tx, Trailing>()

/**
 * For a statement whose answer nobody needs: it is waited for together with that of the commit. It must have left by now, so whoever is
 * called sends before waiting for anything; one that has sent nothing yet is refused, since it would come after the commit.
 */
export function withCommit(tx: Tx, statement: Promise<unknown>): void {
  const trailing = trailingOf.get(tx)
  if (!trailing) throw new Error('there is no transaction under way')
  // Whoever waits for the commit hears of it.
  statement.catch(() => {})
  if (!trailing.hasJustLeft)
    throw new Error('this statement has not left yet: it must be sent before anything is waited for')
  trailing.hasJustLeft = false
  trailing.answers.push(statement)
}

export async function inTransaction<T>(connections: Connections, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await openConnection(connections)
  const trailing: Trailing = { answers: [], hasJustLeft: false }
  let isOver = false
  const send: Connection['query'] = (text, values) => {
    if (isOver) throw new Error('a statement came after the transaction it belongs to')
    trailing.hasJustLeft = true
    queueMicrotask(() => {
      trailing.hasJustLeft = false
    })
    return connection.query(text, values)
  }
  const tx = transactionOver(send)
  trailingOf.set(tx, trailing)
  try {
    withCommit(tx, send(connections.eachBegins ?? 'begin', []))
    const result = await work(tx)
    isOver = true
    const commit = connection.query('commit', [])
    throwFirst(await Promise.allSettled([...trailing.answers, commit]))
    // A transaction that has failed is ended by COMMIT as well, with another word.
    if ((await commit).command !== 'COMMIT') throw new Error('The transaction was rolled back.')
    return result
  } catch (error) {
    isOver = true
    const answers = await Promise.allSettled(trailing.answers)
    await connection.query('rollback', []).catch(() => {})
    if (isAftermath(error)) throwFirst(answers)
    throw error
  } finally {
    trailingOf.delete(tx)
    connection.release()
  }
}

/** PostgreSQL's word for "an earlier statement has failed". */
const isAftermath = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02'

/** The first failure is the reason; those behind it only say that the transaction had failed. */
function throwFirst(answers: readonly PromiseSettledResult<unknown>[]): void {
  const failed = answers.find(answer => answer.status === 'rejected')
  if (failed) throw failed.reason
}

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** One of Kysely's own would send a statement only after the answer to the one before. */
function transactionOver(query: Connection['query']): Tx {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { command, rowCount, rows } = await query(sql, parameters)
      const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
      return { ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }), rows: rows ?? [] }
    },
    streamQuery() {
      throw new Error('a transaction does not stream')
    },
  }
  const provider: ConnectionProvider = { provideConnection: consumer => consumer(connection) }
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider)
  // `as`: whoever has one can do with it what Kysely's own can do, but for savepoints.
  return new Kysely<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor }) as Tx
}
