/** One embedded PostgreSQL for a test run, a database per test file, copied from a migrated template. */
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
  const dataDir = mkdtempSync(join(await roomyFolder(), 'posthorn-test-'))
  // Apart: where there is memory only, nothing may be run from it on some machines.
  const scripts = mkdtempSync(join(tmpdir(), 'posthorn-test-'))
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, binaries: await hastyBinaries(scripts) })
  await prepareTemplate(postgres.url)
  return {
    url: postgres.url,
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]()
      for (const folder of [dataDir, scripts]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const roomEnough = 8 * 1024 ** 3

/** In memory where there is enough of it: a database is a thousand files, which a disk takes five times as long to copy. */
async function roomyFolder(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return Math.min(bavail * bsize, freemem()) > roomEnough ? memory : tmpdir()
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

const made: string[] = []
/** As many as no test file has. */
const maxKept = 40

/** A fresh database with every table and no rows. */
export const createTestDatabase = (clusterUrl: string): Promise<string> =>
  createDatabase(clusterUrl, sql`template template_posthorn`)

/** Without any table. */
export const createBareDatabase = (clusterUrl: string): Promise<string> => createDatabase(clusterUrl, sql``)

async function createDatabase(clusterUrl: string, from: RawBuilder<unknown>): Promise<string> {
  const name = `test_${process.pid}_${made.length}`
  await using database = openDatabase({ url: clusterUrl })
  await sql`create database ${sql.id(name)} ${from}`.execute(database.db)
  made.push(name)
  const old = made.at(-maxKept)
  if (old) await sql`drop database if exists ${sql.id(old)} with (force)`.execute(database.db)
  return at(clusterUrl, name)
}

const at = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

export const openTestDatabase = async (clusterUrl: string): Promise<Database> =>
  openDatabase({ url: await createTestDatabase(clusterUrl) })
