/** The database of the comparisons: an embedded PostgreSQL in a temporary folder, with our tables. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateAll } from '../server/src/commands/prepare.ts'
import { type Database, openDatabase } from '../server/src/postgres/database.ts'
import { isAlive, readPostmaster } from '../server/src/postgres/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../server/src/postgres/embedded/server.ts'
import { removeFolder } from '../sinks/remove-folder.ts'

export type BenchDatabase = AsyncDisposable & { folder: string; url: string; database: Database }

export async function openBenchDatabase(): Promise<BenchDatabase> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(temporaryFolder(), removeFolder)
  const { url } = opened.use(await startEmbeddedPostgres({ dataDir: folder }))
  // Filling a table with a million rows takes longer than the query timeout of requests.
  const database = opened.use(openDatabase({ url, queryTimeoutMs: 0 }))
  await prepare(database)
  const kept = opened.move()
  return { folder, url, database, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Another database in the same PostgreSQL, with its own tables. */
export async function openDatabaseBeside(
  { folder, url, database }: BenchDatabase,
  name: string,
): Promise<BenchDatabase> {
  await database.pool.query(`create database ${name}`)
  const address = Object.assign(new URL(url), { pathname: `/${name}` })
  const beside = openDatabase({ url: address.href, queryTimeoutMs: 0 })
  await prepare(beside)
  return { folder, url: address.href, database: beside, [Symbol.asyncDispose]: () => beside[Symbol.asyncDispose]() }
}

/** A new database in another PostgreSQL, with its own tables. It is dropped at the end. */
export async function openDatabaseAt(url: string, { folder }: BenchDatabase): Promise<BenchDatabase> {
  await using opened = new AsyncDisposableStack()
  const administrator = opened.use(openDatabase({ url }))
  const name = `posthorn_bench_${process.pid}`
  opened.defer(async () => void (await administrator.pool.query(`drop database if exists ${name} with (force)`)))
  const there = { folder, url, database: administrator, [Symbol.asyncDispose]: async () => {} }
  const { [Symbol.asyncDispose]: _, ...beside } = opened.use(await openDatabaseBeside(there, name))
  const kept = opened.move()
  return { ...beside, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function prepare(database: Database): Promise<void> {
  await migrateAll(database)
  // For the other sides: a copy of our contacts table with all its indexes.
  await database.pool.query('create schema bench')
  await database.pool.query('create table bench.contacts (like contacts including all)')
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'))
  // For an unexpected exit. After a normal end nothing is left to do.
  process.once('exit', () => {
    const postmaster = readPostmaster(folder)
    if (postmaster && isAlive(postmaster.pid)) process.kill(postmaster.pid, 'SIGQUIT')
    removeFolder(folder)
  })
  return folder
}
