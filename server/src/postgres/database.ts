import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type OutageCount, outageCount } from './outages/outage-count.ts'
import { hasSqlState } from './outages/sql-state.ts'
import type { DatabaseAddress } from './pooling/address.ts'
import { findPooling } from './pooling/find-pooling.ts'
import { asBegin, asStartUpOptions, asStatements, reliedOn, type SessionSettings } from './pooling/session-settings.ts'
import { type ReadReplica, readReplica } from './replica/read-replica.ts'
import type { Schema } from './schema.generated.ts'
import { defaultSlowConnections, type SlowReads, slowReads, slowStatementMs } from './slow-reads/slow-reads.ts'
import { type Connections, inTransaction, openReader, type Tx } from './transaction.ts'

/** For readers. */
export type Db = Kysely<Schema>
export type { Tx }

export type Database = AsyncDisposable & {
  readonly db: Db
  readonly pool: pg.Pool
  /** For callers that open their own connections. */
  readonly address: DatabaseAddress
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For lists, searches and figures: slow statements use no connections that others need. */
  readonly slowReads: SlowReads
  /** Opens separate connections, for work that must not wait for other work. They are closed with this database; slow reads are shared. */
  beside(connections: number): Database
  /** Slow reads try it first. */
  readonly replica?: ReadReplica | undefined
  /** Includes the connections of `beside` and of slow reads, but not those to a replica. */
  usage(): Usage
}

/** Connections in use, idle and at most; callers waiting for one; and the number of outages. */
type Usage = { inUse: number; idle: number; max: number; waiting: number; outages: number }

export type DatabaseOptions = DatabaseAddress & {
  connections?: number
  /** For `slowReads`. */
  slowConnections?: number
  /** The URL of a read replica. */
  readUrl?: string | undefined
  /** Called when the replica becomes unusable, with the reason, and without one when it is usable again. */
  onReplica?: (reason: unknown) => void
  /** The application_name of each connection. */
  name?: string
  /** How long a statement may stay unanswered before its connection counts as dead. */
  queryTimeoutMs?: number
  onError?: (error: Error) => void
}

/**
 * Most statements look up some rows by key. While PostgreSQL believes a table to be small, which it does until the next ANALYZE, it scans
 * the whole table for a hundred rows: delivery then cost five times as much, and a prepared statement would keep that plan. Without a usable
 * index a table is still scanned. For lists, searches and figures the planner is free (`slowReads`).
 */
const lookUpByKey = { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_seqscan: 'off' }

/**
 * Every statement is short, so compiling takes longer than running it. Disabled scans have such a high cost that PostgreSQL before 18
 * compiles each of these statements (35 requests a second instead of 186). random_page_cost: rows are in memory or on an SSD.
 */
const forShortStatements = { jit: 'off', random_page_cost: 1.1 }

// Missing in the types of pg.
const pipelining: object = { pipeline: true }

export function openDatabase(options: DatabaseOptions): Database {
  const { slowConnections: connections = defaultSlowConnections } = options
  const outages = outageCount()
  // A pool opens no connection before the first query.
  const slow = { ...options, connections, queryTimeoutMs: slowStatementMs }
  const primary = openPool(slow, forShortStatements, outages)
  const replica = options.readUrl ? openReplica(options.readUrl, slow, primary) : undefined
  const own = openConnections(options, slowReads({ primary, replica, slots: connections }), outages)
  return {
    ...own,
    replica,
    usage: () => added(own.usage(), usageOf(primary.pool, 0)),
    async [Symbol.asyncDispose]() {
      const { pool } = primary
      await Promise.all([own, replica].map(each => each?.[Symbol.asyncDispose]()))
      if (!pool.ending) await pool.end()
    },
  }
}

const openReplica = (url: string, options: DatabaseOptions, primary: Connections): ReadReplica =>
  readReplica({
    primary,
    open: async () => {
      const pooling = await findPooling(url, 'DATABASE_READ_URL')
      return openPool({ ...options, url, pooling }, forShortStatements, outageCount())
    },
    onChange: options.onReplica,
  })

function openConnections(options: DatabaseOptions, slowReads: SlowReads, outages: OutageCount): Database {
  const connections = openPool(options, { ...forShortStatements, ...lookUpByKey }, outages)
  const { pool } = connections
  const { url, pooling = 'none', directUrl } = options
  const besides: Database[] = []
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: discardingBroken(connections) }) })
  return {
    db,
    pool,
    address: { url, pooling, directUrl },
    transaction: work => unlessDeadlocked(() => inTransaction(connections, work)),
    slowReads,
    beside(connections) {
      const one = openConnections({ ...options, connections }, slowReads, outages)
      besides.push(one)
      return one
    },
    usage: () => besides.map(({ pool: each }) => usageOf(each, 0)).reduce(added, usageOf(pool, outages.count)),
    async [Symbol.asyncDispose]() {
      // Not through Kysely, which closes nothing before its first query.
      await Promise.all([pool.ending ? undefined : pool.end(), ...besides.map(one => one[Symbol.asyncDispose]())])
    },
  }
}

const usageOf = ({ totalCount, idleCount, waitingCount, options }: pg.Pool, outages: number): Usage => ({
  inUse: totalCount - idleCount,
  idle: idleCount,
  max: options.max,
  waiting: waitingCount,
  outages,
})

const added = (a: Usage, b: Usage): Usage => ({
  inUse: a.inUse + b.inUse,
  idle: a.idle + b.idle,
  max: a.max + b.max,
  waiting: a.waiting + b.waiting,
  outages: a.outages + b.outages,
})

function openPool(options: DatabaseOptions, planning: SessionSettings, outages: OutageCount): Connections {
  const { url, pooling = 'none', connections = 10, name = 'posthorn', queryTimeoutMs = 5_000, onError } = options
  const settings = { ...reliedOn, ...planning, ...timeouts(queryTimeoutMs) }
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // A caller must get a 503 within 2 s when the database is down.
    connectionTimeoutMillis: 1_500,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // With different names, a pooler would set the name whenever a connection moves to another process.
    application_name: pooling === 'transaction' ? 'posthorn' : name,
    ...(pooling === 'none' && withOptions(url, asStartUpOptions(settings))),
    ...(pooling === 'session' && { onConnect: client => client.query(asStatements(settings)) }),
    // Statements are sent without waiting for earlier answers; see transaction.ts.
    ...pipelining,
  })
  // Without an error listener, a connection that dies between two statements ends the process.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', error => {
    if (!pool.ending) onError?.(error)
  })
  return { pool, outages, ...(pooling === 'transaction' && { eachBegins: asBegin(settings) }) }
}

/** Options of the URL, such as a search_path, come first: pg would use them in place of ours. */
function withOptions(url: string, options: string): pg.PoolConfig {
  const address = new URL(url)
  const given = address.searchParams.get('options')
  if (given === null) return { options }
  address.searchParams.set('options', `${given} ${options}`)
  return { connectionString: address.href }
}

/**
 * The database times out just before we do. A client that lost power in the middle of a transaction would
 * otherwise keep its locks until TCP notices. Without our own timeout there is none, whatever the account has by default.
 */
const timeouts = (queryTimeoutMs: number): SessionSettings => ({
  statement_timeout: Math.ceil(queryTimeoutMs * 0.9),
  idle_in_transaction_session_timeout: queryTimeoutMs > 0 ? 5_000 : 0,
})

const tries = 5

/** In a deadlock PostgreSQL rolls back one of the transactions, so it can be retried. */
async function unlessDeadlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await work()
    } catch (error) {
      if (!hasSqlState(error, '40P01', '40001') || nth >= tries) throw error
    }
  }
}

function discardingBroken(connections: Connections): PostgresPool {
  const { pool } = connections
  return {
    options: pool.options,
    end: () => pool.end(),
    // `as`: Kysely also declares a form of query for cursors, which nothing here uses.
    connect: async () => (await openReader(connections)) as unknown as PostgresPoolClient,
  }
}
