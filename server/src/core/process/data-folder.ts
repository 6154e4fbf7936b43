/** The data folder belongs to one Posthorn at a time. */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  futimesSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { systemClock } from '../clock.ts'
import { fatal } from '../fatal.ts'
import { makeFolder } from './make-folder.ts'
import { isRunning, thisIdentity } from './process-identity.ts'

export type DataFolderLock = Disposable

/** For a holder in another container or machine, only the age of the lock shows whether it runs. Stale after four missed touches. */
const touchMs = 5_000
const staleMs = 20_000

/** Locks the folder for this process, or throws an error that names the holder. The lock of a killed process is taken over. */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const file = join(dataDir, 'posthorn.lock')
  try {
    makeFolder(dataDir)
    const holder = take(file)
    if (holder) throw alreadyRunning(dataDir, holder)
    return keep(file)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      throw fatal(`POSTHORN_DATA_DIR ${dataDir} cannot be written to (${Object(error).code}). ${advice}`, error)
    }
    throw error
  }
}

const advice = 'Let this account write there, check that the disk has room, or set POSTHORN_DATA_DIR to another folder.'

function alreadyRunning(dataDir: string, holder: Lock) {
  const [who, remedy] = isOfThisMachine(holder)
    ? [`process ${holder.process.split(':')[0]}`, '']
    : ['in another container or on another machine', ` If it was killed, start again in ${staleMs / 1000} seconds.`]
  return fatal(
    `Posthorn is already running on ${dataDir} (${who}). Stop it first, or set POSTHORN_DATA_DIR to another folder.${remedy}`,
  )
}

type Lock = { machine: string; process: string; inode: bigint; touchedNs: bigint }

/** Takes the lock `file`, or returns the lock of the process that has it or is about to take it. */
function take(file: string): Lock | undefined {
  for (;;) {
    if (create(file)) return undefined
    const found = read(file)
    if (!found) continue
    if (isHeld(found)) return found
    // A claim, named by the inode of the dead lock, is needed to replace it, so two processes that saw the same dead lock cannot both do so.
    const claim = `${file}.${found.inode}`
    const rival = take(claim)
    if (rival) return rival
    const now = read(file)
    if (now?.inode === found.inode && now.touchedNs === found.touchedNs) {
      renameSync(claim, file)
      return undefined
    }
    rmSync(claim, { force: true })
  }
}

/** Linking makes the complete file appear at once, so a half-written lock is never read. */
function create(file: string): boolean {
  const { machine, process } = thisIdentity()
  const written = `${file}.${randomUUID()}`
  try {
    writeFileSync(written, `${machine}\n${process}\n`, { flag: 'wx', mode: 0o600 })
    linkSync(written, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(written, { force: true })
  }
}

/** Undefined when the lock has just been released. */
function read(file: string): Lock | undefined {
  let opened: number
  try {
    opened = openSync(file, 'r')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    const { ino: inode, mtimeNs: touchedNs } = fstatSync(opened, { bigint: true })
    const [machine = '', process = ''] = readFileSync(opened, 'utf8').trim().split('\n')
    return { machine, process, inode, touchedNs }
  } finally {
    closeSync(opened)
  }
}

const isOfThisMachine = ({ machine }: Lock): boolean => machine === thisIdentity().machine

function isHeld(lock: Lock): boolean {
  if (isOfThisMachine(lock)) return isRunning(lock.process)
  return systemClock().getTime() - Number(lock.touchedNs / 1_000_000n) <= staleMs
}

/** Touched through the open file: if another process takes the folder over, its lock is not touched. */
function keep(file: string): DataFolderLock {
  const own = openSync(file, 'r')
  const touching = setInterval(() => touch(own), touchMs).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(touching)
      const current = statSync(file, { bigint: true, throwIfNoEntry: false })
      if (current?.ino === fstatSync(own, { bigint: true }).ino) rmSync(file, { force: true })
      closeSync(own)
    },
  }
}

function touch(opened: number): void {
  const now = systemClock()
  try {
    futimesSync(opened, now, now)
  } catch {
    // A full or failing disk is not fatal: the next touch follows soon.
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Relative to the working directory when the path is inside it. */
export function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith('..') ? path : `./${fromHere}`
}
