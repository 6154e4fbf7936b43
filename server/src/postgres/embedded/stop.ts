/** Stops a PostgreSQL: ours, or one that outlived the Posthorn that started it. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fatal } from '#core/fatal.ts'
import { folderArguments, isAlive, readPostmaster } from './cluster.ts'

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Waits for the exit and returns the exit code or signal. */
export async function ended(child: ChildProcess): Promise<string> {
  if (!hasEnded(child)) await new Promise(resolve => child.once('exit', resolve))
  return String(child.signalCode ?? child.exitCode)
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are ended, a checkpoint is written. */
export async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGINT')
  await ended(child)
}

/** Stops a server that outlived a killed Posthorn. Its data is safe, and the running server must be one that we watch. */
export async function stopOrphan(dataDir: string): Promise<void> {
  const orphan = readPostmaster(dataDir)
  if (!orphan || !isAlive(orphan.pid) || !isServerOf(dataDir, orphan.pid)) return
  process.kill(orphan.pid, 'SIGINT')
  for (let waited = 0; isAlive(orphan.pid) && readPostmaster(dataDir); waited += 20) {
    if (waited > 30_000)
      throw fatal(`An earlier PostgreSQL (process ${orphan.pid}) does not stop. End it, then start again.`)
    await pause(20)
  }
}

/** After a reboot the number in postmaster.pid may belong to any other process, even another PostgreSQL. */
function isServerOf(dataDir: string, pid: number): boolean {
  // Windows has no quick way to read a command line.
  if (platform() === 'win32') return true
  try {
    return commandLine(pid).includes(` ${folderArguments(dataDir).join(' ')} `)
  } catch {
    return false
  }
}

const commandLine = (pid: number): string =>
  existsSync('/proc/self')
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
