import { execFile, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../database.ts'
import { checkFitness } from '../fitness.ts'
import { findBinaries } from './binaries.ts'
import { freePort, launch, readPostmaster, runningUrl } from './cluster.ts'
import { startEmbeddedPostgres } from './server.ts'
import { hasEnded } from './stop.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'posthorn-embedded-'))

let folder: string
beforeEach(() => {
  folder = newFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A data folder whose server has run and was stopped. */
let used: string
beforeAll(async () => {
  used = newFolder()
  await using _postgres = await startEmbeddedPostgres({ dataDir: used })
})
afterAll(() => rmSync(used, { recursive: true, force: true }))

/** Copied with its owners, because preparing a new cluster takes seconds. */
const copyUsed = () => promisify(execFile)('cp', ['-a', `${used}/.`, folder])

const answers = async (database: Database) =>
  (await sql<{ answer: number }>`select 42 as answer`.execute(database.db)).rows[0]?.answer
const rightsOf = (pid: number | 'self') =>
  BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]}`)
/** CAP_DAC_READ_SEARCH, which root has on a host but not in a container. */
const mayReadAll = existsSync('/proc/self/status') && (rightsOf('self') & (1n << 2n)) !== 0n
const pidOf = (dataDir: string) => readPostmaster(dataDir)?.pid ?? 0

test('the cluster is prepared once, keeps its data, and has safe settings', async () => {
  const preparing = vi.fn()
  {
    await using postgres = await startEmbeddedPostgres({ dataDir: folder, onPreparing: preparing })
    await using database = openDatabase({ url: postgres.url })
    expect((await checkFitness(database.db)).unsafe).toEqual([])
    expect(runningUrl(folder)).toBe(postgres.url)
    await sql`create table kept as select 7 as n`.execute(database.db)
  }
  expect(readPostmaster(folder)).toBeUndefined()
  expect(runningUrl(folder)).toBeUndefined()

  await using postgres = await startEmbeddedPostgres({ dataDir: folder, onPreparing: preparing })
  await using database = openDatabase({ url: postgres.url })

  expect((await sql`select n from kept`.execute(database.db)).rows).toEqual([{ n: 7 }])
  expect(preparing).toHaveBeenCalledTimes(1)
})

test('onBegun is called during preparation and again before the server answers', async () => {
  const isPreparedThen: boolean[] = []
  const onBegun = () => isPreparedThen.push(existsSync(join(folder, 'postgres')))
  const started = startEmbeddedPostgres({ dataDir: folder, onBegun })
  await vi.waitFor(() => expect(isPreparedThen).toEqual([false]), { timeout: 5_000 })
  await using _postgres = await started
  expect(isPreparedThen).toEqual([false, true])
})

test('a disk that is full is named as the reason why nothing was prepared', async () => {
  const real = await findBinaries()
  const initdb = join(folder, 'initdb')
  // A limit on the size of files, in place of a full disk.
  writeFileSync(initdb, `#!/bin/sh\ntrap '' XFSZ\nulimit -f 100\nexec ${real.initdb} "$@"\n`, { mode: 0o755 })
  chmodSync(folder, 0o755)

  const started = startEmbeddedPostgres({ dataDir: folder, binaries: { ...real, initdb } })

  await expect(started).rejects.toThrow(/could not be prepared in .*: could not .*File too large/)
})

test('only the owner can read the password file', async () => {
  await copyUsed()
  await using postgres = await startEmbeddedPostgres({ dataDir: folder })

  expect(statSync(join(folder, 'postgres-password')).mode & 0o077).toBe(0)
  const wrong = openDatabase({ url: postgres.url.replace(/:[^:@]+@/, ':wrong@') })
  await expect(answers(wrong)).rejects.toThrow(/password authentication failed/)
  await wrong[Symbol.asyncDispose]()
})

test('a killed server restarts by itself with all committed data', async () => {
  await copyUsed()
  const lost = vi.fn()
  await using postgres = await startEmbeddedPostgres({ dataDir: folder, onLost: lost })
  await using database = openDatabase({ url: postgres.url })
  await sql`create table kept as select 7 as n`.execute(database.db)

  process.kill(pidOf(folder), 'SIGKILL')
  // Its backends may still answer for a moment.
  await vi.waitFor(() => expect(lost).toHaveBeenCalledWith('SIGKILL'))

  await vi.waitFor(async () => expect((await sql`select n from kept`.execute(database.db)).rows).toEqual([{ n: 7 }]), {
    timeout: 15_000,
  })
})

test('a server that outlived its Posthorn is stopped and replaced', async () => {
  await copyUsed()
  const orphan = await launch(folder, await freePort(), await findBinaries())
  await vi.waitFor(() => expect(pidOf(folder)).toBe(orphan.pid), { timeout: 10_000 })

  await using postgres = await startEmbeddedPostgres({ dataDir: folder })
  await using database = openDatabase({ url: postgres.url })

  expect(await answers(database)).toBe(42)
  expect(hasEnded(orphan)).toBe(true)
  expect(pidOf(folder)).not.toBe(orphan.pid)
})

test('a stale postmaster.pid with the number of another process does no harm', async () => {
  await copyUsed()
  writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${process.pid}\n${folder}\n0\n1\n`)

  await using postgres = await startEmbeddedPostgres({ dataDir: folder })
  await using database = openDatabase({ url: postgres.url })

  expect(await answers(database)).toBe(42)
})

test('another PostgreSQL with the number in a stale postmaster.pid is left alone', async () => {
  await copyUsed()
  const elsewhere = `${folder}/postgres-of-another`
  const other = spawn('sleep', ['60'], { argv0: `postgres -D ${elsewhere} -p 5432` })
  writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${other.pid}\n${folder}\n0\n1\n`)

  // PostgreSQL's own check may prevent the start. What matters is the other process.
  const started = await startEmbeddedPostgres({ dataDir: folder }).catch(() => undefined)

  expect(other.signalCode).toBeNull()
  other.kill()
  await started?.[Symbol.asyncDispose]()
})

test.each([
  ['another', (file: string) => writeFileSync(file, 'of-another-backup\n')],
  ['no', (file: string) => rmSync(file)],
])('with %s password file the start fails with what to do, and leaves no server behind', async (_which, spoil) => {
  await copyUsed()
  spoil(join(folder, 'postgres-password'))

  await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(/postgres-password.*same backup/)

  expect(readPostmaster(folder)).toBeUndefined()
})

test.runIf(process.getuid?.() === 0)(
  'when started by root, the server runs as the account that owns its files',
  async () => {
    await copyUsed()
    const [uid, gid] = [54_321, 54_322]
    await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, join(folder, 'postgres')])

    await using _postgres = await startEmbeddedPostgres({ dataDir: folder })

    expect(statSync(join(folder, 'postgres/postmaster.pid'))).toMatchObject({ uid, gid })
  },
)

test('it works when other accounts cannot enter the folders of its data and binaries', async () => {
  chmodSync(folder, 0o700)
  const installed = await findBinaries()
  const copy = join(folder, 'native')
  cpSync(join(dirname(installed.initdb), '..'), copy, { recursive: true, verbatimSymlinks: true })
  const binaries = { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }

  await using postgres = await startEmbeddedPostgres({ dataDir: folder, binaries })
  await using database = openDatabase({ url: postgres.url })

  expect(await answers(database)).toBe(42)
  if (mayReadAll) expect(rightsOf(pidOf(folder)), 'only the capability to enter them').toBe(1n << 2n)
})

test.runIf(existsSync('/proc/self/environ'))('it does not inherit our environment', async () => {
  await copyUsed()
  vi.stubEnv('POSTHORN_LIVE_KEY', 'tx_live_canary_canary_canary')
  await using _postgres = await startEmbeddedPostgres({ dataDir: folder })
  vi.unstubAllEnvs()

  expect(readFileSync(`/proc/${pidOf(folder)}/environ`, 'utf8')).not.toContain('canary')
})
