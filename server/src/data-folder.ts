/** The data folder: one Posthorn at a time, and the keys of the first organization for this machine's eyes only. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fatal } from './fatal.ts'
import { isRunning, thisIdentity } from './process-identity.ts'

export type DataFolderLock = Disposable

/** Takes the folder for this process, or says who has it. A lock that a killed process left behind is taken over. */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const file = join(dataDir, 'posthorn.lock')
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!create(file)) {
      const holder = runningHolder(file)
      if (holder) throw alreadyRunning(dataDir, holder)
      rmSync(file, { force: true })
      if (!create(file)) throw alreadyRunning(dataDir, 'another one')
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      throw fatal(`POSTHORN_DATA_DIR ${dataDir} cannot be written to (${error.message}).`, error)
    }
    throw error
  }
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) }
}

const alreadyRunning = (dataDir: string, holder: string) =>
  fatal(
    `Posthorn is already running on ${dataDir} (process ${holder}). Stop it first, or set POSTHORN_DATA_DIR to another folder.`,
  )

/** Its process id, when it lives. Of another machine, or of a container that is gone, nobody can tell: it counts as ended. */
function runningHolder(file: string): string | undefined {
  const [machine, process = ''] = readFileSync(file, 'utf8').trim().split('\n')
  return machine === thisIdentity().machine && isRunning(process) ? process.split(':')[0] : undefined
}

function create(file: string): boolean {
  const { machine, process } = thisIdentity()
  try {
    writeFileSync(file, `${machine}\n${process}\n`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

export type RememberedKeys = { live?: string; test?: string }

const keysFile = (dataDir: string) => join(dataDir, 'keys.json')

export function readRememberedKeys(dataDir: string): RememberedKeys {
  try {
    const keys: unknown = JSON.parse(readFileSync(keysFile(dataDir), 'utf8'))
    const field = (name: string) => {
      const value = keys && typeof keys === 'object' ? (keys as Record<string, unknown>)[name] : undefined
      return typeof value === 'string' ? value : undefined
    }
    const [live, test] = [field('live_key'), field('test_key')]
    return { ...(live && { live }), ...(test && { test }) }
  } catch {
    return {}
  }
}

/** Readable by the owner only, so that the banner can show them again on this machine. */
export function rememberKeys(dataDir: string, { live, test }: RememberedKeys): void {
  writeFileSync(keysFile(dataDir), `${JSON.stringify({ live_key: live, test_key: test }, null, 2)}\n`, { mode: 0o600 })
}

/** Relative where that is shorter to read. */
export function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith('..') ? path : `./${fromHere}`
}
