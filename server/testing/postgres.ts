/** One embedded PostgreSQL for a test run, a database per test file, copied from a migrated template. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#postgres/database.ts'
import { type Binaries, findBinaries } from '#postgres/embedded/binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#postgres/embedded/server.ts'
import { migrate } from '#postgres/migrate.ts'

export type TestCluster = AsyncDisposable & { url: string }

export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-test-'))
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, binaries: await hastyBinaries(dataDir) })
  await prepareTemplate(postgres.url)
  return {
    url: postgres.url,
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function prepareTemplate(clusterUrl: string): Promise<void> {
  await using database = openDatabase({ url: clusterUrl })
  await sql`drop database if exists template_posthorn`.execute(database.db)
  await sql`create database template_posthorn`.execute(database.db)
  await using template = openDatabase({ url: at(clusterUrl, 'template_posthorn') })
  await migrate(template)
}

/**
 * The same server, told last of all not to wait for the disk: nothing here has to survive a machine that loses its power,
 * and syncing the 700 files of each database took longer than many of the tests. Nor does it vacuum by itself: it would start
 * a process for each of 150 databases every minute, and change the plans of a test when that is long enough to be found.
 */
export async function hastyBinaries(folder: string): Promise<Binaries> {
  const { initdb, postgres } = await findBinaries()
  if (platform() === 'win32') return { initdb, postgres }
  return {
    initdb: script(folder, initdb, '--no-sync'),
    postgres: script(folder, postgres, '-c fsync=off -c autovacuum=off'),
  }
}

function script(folder: string, binary: string, flags: string): string {
  const path = join(folder, `hasty-${basename(binary)}`)
  writeFileSync(path, `#!/bin/sh\nexec '${binary}' "$@" ${flags}\n`, { mode: 0o755 })
  return path
}

let count = 0

/** A fresh database with every table and no rows. */
export async function createTestDatabase(clusterUrl: string): Promise<string> {
  const name = `test_${process.pid}_${++count}`
  await using database = openDatabase({ url: clusterUrl })
  await sql`create database ${sql.id(name)} template template_posthorn`.execute(database.db)
  return at(clusterUrl, name)
}

const at = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

export const openTestDatabase = async (clusterUrl: string): Promise<Database> =>
  openDatabase({ url: await createTestDatabase(clusterUrl) })

/** Without any table. */
export async function createBareDatabase(clusterUrl: string): Promise<string> {
  const name = `test_${process.pid}_${++count}`
  await using database = openDatabase({ url: clusterUrl })
  await sql`create database ${sql.id(name)}`.execute(database.db)
  return at(clusterUrl, name)
}
