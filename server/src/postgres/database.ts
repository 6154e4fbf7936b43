import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type OutageCount, outageCount } from './outages/outage-count.ts'
import type { DatabaseAddress } from './pooling/address.ts'
import { findPooling } from './pooling/find-pooling.ts'
import { asBegin, asStartUpOptions, asStatements, type SessionSettings } from './pooling/session-settings.ts'
import { type ReadReplica, readReplica } from './replica/read-replica.ts'
import type { Schema } from './schema.generated.ts'
import { type SlowReads, slowReads, slowStatementMs, usualSlowConnections } from './slow-reads.ts'
import { type Connections, inTransaction, openReader, type Tx } from './transaction.ts'

/** For readers. */
export type Db = Kysely<Schema>
export type { Tx }

export type Database = AsyncDisposable & {
  readonly db: Db
  readonly pool: pg.Pool
  /** For whoever opens one of their own. */
  readonly address: DatabaseAddress
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For lists, searches and figures: what may take long takes no connection from anything else. */
  readonly slowReads: SlowReads
  /** Connections of their own, for work that must not wait for any other. They are closed with this one; slow reads are shared. */
  beside(connections: number): Database
  /** Which slow reads ask first. */
  readonly replica?: ReadReplica | undefined
  /** With those beside it, and those of slow reads, without those to a replica. */
  usage(): Usage
}

/** Connections, how many there may be, who waits for one, and how often the database was away. */
type Usage = { inUse: number; idle: number; max: number; waiting: number; outages: number }

export type DatabaseOptions = DatabaseAddress & {
  connections?: number
  /** For `slowReads`. */
  slowConnections?: number
  /** Of a replica of it. */
  readUrl?: string | undefined
  /** The replica cannot be used any more, for this reason, or can again. */
  onReplica?: (reason: unknown) => void
  /** What the database shows as the name of each connection. */
  name?: string
  /** How long a statement may stay unanswered before its connection counts as dead. */
  queryTimeoutMs?: number
  onError?: (error: Error) => void
}

/**
 * Rows are looked up by their keys here, some at a time. Left to itself PostgreSQL reads a whole table for a hundred of them as
 * long as it takes the table for small, which it does until the next ANALYZE: delivering cost five times as much then, and a
 * prepared statement would keep that plan. A table without an index that helps is read whole all the same. Lists, searches and figures
 * are planned as PostgreSQL sees fit (`slowReads`).
 */
const lookUpByKey = { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_seqscan: 'off' }

/**
 * Every statement is short: compiling one would take longer than running it, and switched-off scans look so expensive that PostgreSQL
 * before 18 compiles each of them (35 requests a second instead of 186). Rows are in memory or on a disk without a head.
 */
const forShortStatements = { jit: 'off', random_page_cost: 1.1 }

// The types of pg do not know it yet.
const pipelining: object = { pipeline: true }

export function openDatabase(options: DatabaseOptions): Database {
  const { slowConnections: connections = usualSlowConnections } = options
  const outages = outageCount()
  // Opens nothing until somebody asks.
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
      // Not by Kysely, which closes nothing as long as it has asked nothing.
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
  const settings = { ...planning, ...timeouts(queryTimeoutMs) }
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // A caller must hear 503 within 2 s when the database is away.
    connectionTimeoutMillis: 1_500,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // A pooler would set it anew whenever a connection goes from one process to another.
    application_name: pooling === 'transaction' ? 'posthorn' : name,
    ...(pooling === 'none' && { options: asStartUpOptions(settings) }),
    ...(pooling === 'session' && { onConnect: client => client.query(asStatements(settings)) }),
    // Statements leave without waiting for the answers before them; see transaction.ts.
    ...pipelining,
  })
  // A client without an error listener ends the process when its connection dies between two statements.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', error => {
    if (!pool.ending) onError?.(error)
  })
  return { pool, outages, ...(pooling === 'transaction' && { eachBegins: asBegin(settings) }) }
}

/**
 * The database gives up just before we do. A machine that lost its power in the middle of a transaction would
 * otherwise hold its locks for as long as TCP takes to notice.
 */
const timeouts = (queryTimeoutMs: number): SessionSettings =>
  queryTimeoutMs > 0
    ? { statement_timeout: Math.ceil(queryTimeoutMs * 0.9), idle_in_transaction_session_timeout: 5_000 }
    : {}

const tries = 5

/** PostgreSQL ends one of two transactions that wait for each other: nothing of it has happened, so it is done again. */
async function unlessDeadlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await work()
    } catch (error) {
      const deadlocked = error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
      if (!deadlocked || nth >= tries) throw error
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
