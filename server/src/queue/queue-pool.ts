/**
 * The connections of graphile-worker 0.18, which does not outlive an outage by itself: a finished job that it cannot
 * record ends its runner, a first look at its tasks that fails is remembered for ever, and some errors make it wait for
 * two minutes. So it never hears of an outage: its statements, all of which may be repeated, wait for the database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '#postgres/database.ts'
import { isOutage } from '#postgres/outage.ts'

export type QueuePool = AsyncDisposable & { readonly forGraphile: pg.Pool }

export type QueuePoolOptions = {
  database: Database
  connections: number
  /** Once it is aborted no job is taken any more; what is finished is still recorded. */
  stopping: AbortSignal
}

type Statement = { text: string; values?: unknown[] | undefined; name?: string | undefined }
type Query = (statement: string | Statement, values?: unknown[]) => Promise<pg.QueryResult>

export function openQueuePool({ database, connections, stopping }: QueuePoolOptions): QueuePool {
  const pool = openPool(database, connections)
  const closing = new AbortController()
  const taking = AbortSignal.any([stopping, closing.signal])
  const guard = guardCompletions()

  const query: Query = async (first, values) => {
    const statement = typeof first === 'string' ? { text: first, values } : first
    if (statement.text === 'begin') throw new Error('The tables of the queue are not up to date: migrate first.')
    const records = /^(complete|fail|return)_/.test(statement.name ?? '')
    return untilThere(records ? closing.signal : taking, () => pool.query(guard(statement)))
  }

  return {
    forGraphile: poolOf(pool, query),
    async [Symbol.asyncDispose]() {
      closing.abort()
      await pool.end()
    },
  }
}

function openPool(database: Database, connections: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: database.pool.options.connectionString,
    max: connections,
    connectionTimeoutMillis: 1_500,
    // A statement on a dead connection is given up after 3 s, so that jobs are picked up within 5;
    // at rest there is one connection besides LISTEN, so it meets one dead connection and no more.
    query_timeout: 3_000,
    idleTimeoutMillis: 2_000,
    // Node probes 10 times, a second apart: a dead LISTEN is noticed after 14 s.
    keepAlive: true,
    keepAliveInitialDelayMillis: 4_000,
    application_name: 'posthorn queue',
  })
  // A connection that dies without anybody listening ends the process.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

/** What graphile uses of a pool. LISTEN, which it asks for with a callback, gets a connection of its own. */
function poolOf(pool: pg.Pool, query: Query): pg.Pool {
  const client = { query, release() {} }
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback ? pool.connect(callback) : Promise.resolve(client)
  // `as`: the rest of a pool is not used.
  return {
    options: pool.options,
    listeners: (name: string) => pool.listeners(name),
    query,
    connect,
  } as unknown as pg.Pool
}

async function untilThere<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let delay = 50; ; delay = Math.min(delay * 2, 1_000)) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!(isOutage(error) || isDeadlock(error)) || signal.aborted) throw error
    }
    await pause(delay, undefined, { signal })
  }
}

/** The statement was ended for another that it waited for. */
const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'

/**
 * Graphile deletes a finished job by its id alone. A worker that was stopped for so long that its jobs were given to
 * others must not delete them under their hands: if they died too, the work would be lost.
 */
function guardCompletions(): (statement: Statement) => pg.QueryConfig {
  let poolId: unknown
  return statement => {
    const { name = '', text, values = [] } = statement
    if (name.startsWith('get_job')) poolId = values[0]
    if (!name.startsWith('complete_job')) return statement as pg.QueryConfig
    const guarded = text.replace(/where id = (n|\$1::bigint)/, '$& and jobs.locked_by = $2::text')
    if (guarded === text) throw new Error(`graphile-worker completes jobs in a new way: ${text}`)
    return { name, text: guarded, values: [values[0], poolId] }
  }
}
