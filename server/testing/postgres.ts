/** One embedded PostgreSQL for a test run, and a database per test file, copied from a migrated template. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { freemem, platform, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { type Database, openDatabase } from '#postgres/database.ts'
import { type Binaries, findBinaries } from '#postgres/embedded/binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#postgres/embedded/server.ts'
import { migrate } from '#postgres/migrate.ts'

export type TestCluster = AsyncDisposable & { url: string }

export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = mkdtempSync(join(await folderWithSpace(), 'posthorn-test-'))
  // In a separate folder: some machines run no programs from the folder in memory.
  const scripts = mkdtempSync(join(tmpdir(), 'posthorn-test-'))
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, binaries: await fastBinaries(scripts) })
  await prepareTemplate(postgres.url)
  return {
    url: postgres.url,
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]()
      for (const folder of [dataDir, scripts]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A run takes 5 GB: its databases stay until the end, since dropping one waits for every backend, also for those that a test has
 * stopped.
 */
const enoughSpace = 8 * 1024 ** 3

/**
 * In memory where there is room: a database has a thousand files, and 250 copies took 80 s on a disk, and 30 s more at the end.
 * In memory: 5 s.
 */
async function folderWithSpace(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return Math.min(bavail * bsize, freemem()) > enoughSpace ? memory : tmpdir()
}

export async function prepareTemplate(clusterUrl: string): Promise<void> {
  await using database = openDatabase({ url: clusterUrl })
  await sql`drop database if exists template_posthorn`.execute(database.db)
  await sql`create database template_posthorn`.execute(database.db)
  await using template = openDatabase({ url: at(clusterUrl, 'template_posthorn') })
  await migrate(template)
}

/**
 * The same server with flags that keep it from waiting for the disk: nothing here has to survive a power loss, and syncing the
 * 700 files of each database took longer than many of the tests. Autovacuum is off, too: it would start a process for each of 150
 * databases every minute, and change the plans of tests that run long enough.
 */
export async function fastBinaries(folder: string): Promise<Binaries> {
  const { initdb, postgres } = await findBinaries()
  if (platform() === 'win32') return { initdb, postgres }
  return {
    initdb: script(folder, initdb, '--no-sync'),
    postgres: script(folder, postgres, '-c fsync=off -c autovacuum=off -c max_wal_size=256MB'),
  }
}

function script(folder: string, binary: string, flags: string): string {
  const path = join(folder, `hasty-${basename(binary)}`)
  writeFileSync(path, `#!/bin/sh\nexec '${binary}' "$@" ${flags}\n`, { mode: 0o755 })
  return path
}

let count = 0

/**
 * A new database with every table and no rows. Its files are copied: copying page by page through the log takes more than twice
 * as long.
 */
export const createTestDatabase = (clusterUrl: string): Promise<string> =>
  createDatabase(clusterUrl, sql`template template_posthorn strategy file_copy`)

/** Without any table. `how`: further options of `create database`. */
export const createBareDatabase = (clusterUrl: string, how = sql``): Promise<string> => createDatabase(clusterUrl, how)

async function createDatabase(clusterUrl: string, how: RawBuilder<unknown>): Promise<string> {
  const name = `test_${process.pid}_${++count}`
  await using database = openDatabase({ url: clusterUrl })
  await sql`create database ${sql.id(name)} ${how}`.execute(database.db)
  return at(clusterUrl, name)
}

const at = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

export const openTestDatabase = async (clusterUrl: string): Promise<Database> =>
  openDatabase({ url: await createTestDatabase(clusterUrl) })
