/**
 * Finds out whether a URL leads to a pooler, and in which mode. A pooler tells this only to its administrators, but it can be observed: it
 * reports process ids that are not those of PostgreSQL, and in transaction mode two connections get the same process.
 */
import pg from 'pg'
import { fatal } from '#core/fatal.ts'
import { isTimeout } from '../outages/outage.ts'
import type { Pooling } from './address.ts'

/** `setting` is the name of the setting that has the URL. */
export async function findPooling(url: string, setting: string): Promise<Pooling> {
  await using opened = new AsyncDisposableStack()
  const first = await connect(opened, url)
  // `as`: the types of pg lack the process id from the start-up.
  if ((await processOf(first)) === (first as unknown as { processID: number }).processID) return 'none'
  await refuseStatementMode(first, setting)
  const second = await connect(opened, url)
  await processOf(second).catch(cause => {
    throw isNotAnswered(cause) ? fatal(tooSmall(setting), cause) : cause
  })
  return (await areKept(first, second)) ? 'session' : 'transaction'
}

async function connect(opened: AsyncDisposableStack, url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'posthorn probe',
    connectionTimeoutMillis: 1_500,
    query_timeout: 3_000,
  })
  // Pending queries are rejected anyway. An 'error' event without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  opened.defer(() => client.end())
  return client
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** In an irregular order: a pooler that alternates between two connections would otherwise look like session mode. */
async function areKept(first: pg.Client, second: pg.Client): Promise<boolean> {
  const seen = new Map([first, second].map(client => [client, new Set<number>()]))
  for (const client of [first, second, second, first, second, first, first, second])
    seen.get(client)?.add(await processOf(client))
  const processes = [...seen.values()].flatMap(each => [...each])
  return processes.length === 2 && new Set(processes).size === 2
}

async function refuseStatementMode(client: pg.Client, setting: string): Promise<void> {
  await client.query('begin').catch(cause => {
    throw cause instanceof Error && /statement pooling/.test(cause.message)
      ? fatal(statementMode(setting), cause)
      : cause
  })
  await client.query('rollback')
}

const isNotAnswered = (cause: unknown): boolean =>
  isTimeout(cause) || (cause instanceof Error && cause.message.startsWith('Query read timeout'))

const statementMode = (setting: string): string =>
  `${setting} leads to a pooler in statement mode, which allows no transactions. Set its pool_mode to transaction or session.`

const tooSmall = (setting: string): string =>
  `The pooler of ${setting} gives no second connection. Raise its default_pool_size: in session mode it must hold all connections of all processes of Posthorn.`
