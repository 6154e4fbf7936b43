/**
 * Transactions with pipelined statements: BEGIN is sent with the first statement, and statements whose answer nobody needs are
 * sent with COMMIT. Between two round trips a busy process does other work while the transaction holds its locks: half of the time
 * of an accepted batch was spent there.
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
import { hasSqlState } from './outages/sql-state.ts'
import { preparedName } from './prepared.ts'
import type { Schema } from './schema.generated.ts'

/** For writers: everything is committed or nothing. Code that takes a Tx sends nothing to the outside. */
export type Tx = Transaction<Schema>

export type Connection = {
  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult>
  release(): void
}

/** Where connections come from. */
export type Connections = {
  readonly pool: pg.Pool
  readonly outages?: OutageCount
  /** Behind a pooler in transaction mode: the statements that begin each transaction, because no setting outlives one there. */
  readonly eachBegins?: string
}

/** A lost connection is closed and not reused: the next caller would get its late answers. */
export async function openConnection({ pool, outages, eachBegins }: Connections): Promise<Connection> {
  const client = await pool.connect().catch(error => {
    outages?.refused(error)
    throw error
  })
  const writeTogether = corkWrites(client)
  let broken: unknown
  return {
    async query(text, values) {
      // Nothing more is sent on a dead connection, not even a rollback: it would wait for the timeout again.
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

/** For single statements. `more`: further settings for each statement. */
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

/** Statements of one turn of the event loop are written together: a system call costs more than a statement. */
function corkWrites(client: pg.PoolClient): () => void {
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

/** Statements of a transaction that are not awaited before the commit. */
type Trailing = {
  readonly answers: Promise<unknown>[]
  /** A statement was sent in this turn and has not been passed to withCommit yet. */
  wasJustSent: boolean
}

const trailingOf = new WeakMap<Tx, Trailing>()

/**
 * For a statement whose answer nobody needs: it is awaited together with the commit. The statement must already be sent, so the called
 * function must send it before awaiting anything. Otherwise it is refused, because it would come after the commit.
 */
export function withCommit(tx: Tx, statement: Promise<unknown>): void {
  const trailing = trailingOf.get(tx)
  if (!trailing) throw new Error('there is no transaction in progress')
  // Its error is reported with the commit.
  statement.catch(() => {})
  if (!trailing.wasJustSent) throw new Error('this statement has not been sent yet: send it before awaiting anything')
  trailing.wasJustSent = false
  trailing.answers.push(statement)
}

export async function inTransaction<T>(connections: Connections, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await openConnection(connections)
  const trailing: Trailing = { answers: [], wasJustSent: false }
  let isOver = false
  const send: Connection['query'] = (text, values) => {
    if (isOver) throw new Error('a statement came after the transaction it belongs to')
    trailing.wasJustSent = true
    queueMicrotask(() => {
      trailing.wasJustSent = false
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
    // In a failed transaction, COMMIT succeeds but answers ROLLBACK.
    if ((await commit).command !== 'COMMIT') throw new Error('The transaction was rolled back.')
    return result
  } catch (error) {
    isOver = true
    const answers = await Promise.allSettled(trailing.answers)
    await connection.query('rollback', []).catch(() => {})
    if (isFollowUpError(error)) throwFirst(answers)
    throw error
  } finally {
    trailingOf.delete(tx)
    connection.release()
  }
}

/** in_failed_sql_transaction: an earlier statement has failed. */
const isFollowUpError = (error: unknown): boolean => hasSqlState(error, '25P02')

/** The first failure is the cause. Later ones only say that the transaction has failed. */
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

/** Kysely's own transactions send each statement only after the previous answer. */
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
  // `as`: it supports everything that Kysely's own does, except savepoints.
  return new Kysely<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor }) as Tx
}
