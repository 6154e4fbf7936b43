/** A data folder for one test, and what an operator can see in it. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

export type DataFolder = Disposable & { path: string }

const memory = '/dev/shm'
/** Three services at a time have 1 GB; the databases of the server's tests, beside them, 5 GB. */
const enoughSpace = 12 * 1024 ** 3

/** In memory where there is room, which saves a tenth of the time: tests end processes, but never the machine. */
function folderWithSpace(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) > enoughSpace ? memory : tmpdir()
}

/** Deleted with everything in it when the test is over; also ends a PostgreSQL that a killed service left behind. */
export function newDataFolder(): DataFolder {
  const path = mkdtempSync(join(folderWithSpace(), 'posthorn-acceptance-'))
  return {
    path,
    [Symbol.dispose]() {
      const pid = postgresPid(path)
      if (pid && isPostgresOf(path, pid)) end(pid)
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** SIGQUIT is PostgreSQL's immediate shutdown. It writes until it has ended, so this waits for its end. */
function end(pid: number): void {
  process.kill(pid, 'SIGQUIT')
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; isRunning(pid) && waited < 5_000; waited += 20) Atomics.wait(clock, 0, 0, 20)
}

/** The process of the embedded PostgreSQL, from its own pid file; undefined when it was stopped cleanly. */
export const postgresPid = (dataDir: string): number | undefined => postmaster(dataDir)?.pid

export function postgresUrl(dataDir: string): string {
  const given = givenDatabase(dataDir)
  if (given) return given
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  return `postgres://posthorn:${password}@127.0.0.1:${postmaster(dataDir)?.port}/postgres`
}

/** The database of TEST_DATABASE_URL, for the shared service, which then has a data folder without PostgreSQL; otherwise empty. */
export function givenDatabase(dataDir: string): string {
  const has = (name: string) => existsSync(join(dataDir, name))
  return has('posthorn.lock') && !has('postgres') ? (process.env.TEST_DATABASE_URL ?? '') : ''
}

function postmaster(dataDir: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) }
  } catch {
    return undefined
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const hasProc = existsSync('/proc/self')

/** After a crash the number may belong to another process; without /proc that cannot be told. */
const isPostgresOf = (dataDir: string, pid: number): boolean => {
  try {
    return !hasProc || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
  } catch {
    return false
  }
}

/** A process and all of its descendants. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)]
}

function childrenOf(pid: number): number[] {
  const listed = hasProc
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    : execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' })
        .split('\n')
        .map(line => line.trim().split(/ +/))
        .flatMap(([parent, child]) => (Number(parent) === pid ? [child] : []))
        .join(' ')
  return listed.trim() ? listed.trim().split(' ').map(Number) : []
}
