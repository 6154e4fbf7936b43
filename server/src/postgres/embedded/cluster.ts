/** The files of the embedded PostgreSQL, its port and its password, all inside the data folder. */
import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fatal } from '#core/fatal.ts'
import { commandAs, ownerOf, unprivilegedAccount } from './account.ts'
import type { Binaries } from './binaries.ts'

const clusterFolder = (dataDir: string) => join(dataDir, 'postgres')
const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password')

/** The URL of the running embedded PostgreSQL of this data folder, or undefined when none is running. */
export function runningUrl(dataDir: string): string | undefined {
  const running = readPostmaster(dataDir)
  return running && isAlive(running.pid) ? urlFor(dataDir, running.port) : undefined
}

export function urlFor(dataDir: string, port: number): string {
  return `postgres://posthorn:${encodeURIComponent(readPassword(dataDir))}@127.0.0.1:${port}/postgres`
}

function readPassword(dataDir: string): string {
  try {
    return readFileSync(passwordFile(dataDir), 'utf8').trim()
  } catch (cause) {
    throw cannotLogIn(dataDir, cause)
  }
}

/** The cause is usually an incomplete restore: the database has the password that was in the file when the database was created. */
export function cannotLogIn(dataDir: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const remedy = `${passwordFile(dataDir)} and ${clusterFolder(dataDir)} belong together: restore both from the same backup, then start again.`
  return fatal(`Cannot log in to the embedded PostgreSQL (${reason}). ${remedy}`, cause)
}

/** postmaster.pid, as PostgreSQL writes it: line 1 the process, line 4 the port. */
export function readPostmaster(dataDir: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) }
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

export const isPrepared = (dataDir: string): boolean => existsSync(join(clusterFolder(dataDir), 'PG_VERSION'))

/** Creates the cluster. An unfinished folder left by a crash is removed, since it never held data. */
export async function prepareCluster(dataDir: string, { initdb }: Binaries): Promise<void> {
  const unfinished = join(dataDir, 'postgres.unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const account = unprivilegedAccount()
  if (account) chownSync(unfinished, account.uid, account.gid)
  const password = `${randomBytes(24).toString('base64url')}\n`
  writeFileSync(passwordFile(dataDir), password, { mode: 0o600 })
  // initdb may run as another account, which must not own our file, so it gets a temporary copy.
  const copy = join(dataDir, 'postgres-password.initdb')
  writeFileSync(copy, password, { mode: 0o600 })
  if (account) chownSync(copy, account.uid, account.gid)
  const flags = ['--username=posthorn', '--auth=scram-sha-256', `--pwfile=${copy}`, '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions']
  const command = commandAs(account, initdb, ['-D', unfinished, ...flags, ...locale], [initdb, join(unfinished, 'x')])
  try {
    await promisify(execFile)(command.file, command.args, { ...command.options, env: bareEnvironment(), cwd: '/' })
  } catch (cause) {
    throw fatal(`The embedded PostgreSQL could not be prepared in ${dataDir}: ${reasonOf(cause)}`, cause)
  } finally {
    rmSync(copy, { force: true })
  }
  renameSync(unfinished, clusterFolder(dataDir))
}

/** initdb says the reason first, and at the end only that it removes what it made. */
function reasonOf(cause: unknown): string {
  const text = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause)
  return /(?:error|FATAL): +(.+)/.exec(text)?.[1] ?? text.trim().split('\n').at(-1) ?? ''
}

/** The child gets none of our own environment, which has keys and passwords. */
const bareEnvironment = () => ({ PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  synchronous_commit: 'on',
  fsync: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
}

/** The arguments that start the server of this data folder, and that identify its process. */
export const folderArguments = (dataDir: string) => ['-D', realpathSync(clusterFolder(dataDir)), '-p']

/** Starts the server in its own session, so that Ctrl-C in the terminal does not stop it before us. */
export async function launch(dataDir: string, port: number, { postgres }: Binaries) {
  const folder = clusterFolder(dataDir)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = [...folderArguments(dataDir), String(port), ...options]
  const account = unprivilegedAccount(ownerOf(folder))
  const command = commandAs(account, postgres, args, [postgres, join(folder, 'x')])
  const log = openSync(join(dataDir, 'postgres.log'), 'a', 0o600)
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', log, log],
    env: bareEnvironment(),
    cwd: '/',
  })
  closeSync(log)
  await once(child, 'spawn').catch(cause => {
    throw fatal(
      `${command.file} could not be run, so there is no embedded PostgreSQL. Set DATABASE_URL instead.`,
      cause,
    )
  })
  return child
}

/** Below the range of ephemeral ports, where a free port would not stay free. */
const firstPort = 15_432
const lastPort = 32_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
