/** How a PostgreSQL ends: ours, and one that outlived the Posthorn that started it. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fatal } from '#core/fatal.ts'
import { folderArguments, isAlive, readPostmaster } from './cluster.ts'

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Its exit code or signal, when it has one. */
export async function ended(child: ChildProcess): Promise<string> {
  if (!hasEnded(child)) await new Promise(resolve => child.once('exit', resolve))
  return String(child.signalCode ?? child.exitCode)
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are ended, a checkpoint is written. */
export async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGINT')
  await ended(child)
}

/** A server that outlived a killed Posthorn is stopped: its data is safe, and ours must be the one that is watched. */
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

/** After a reboot the number in postmaster.pid may belong to somebody else's process, even to another PostgreSQL. */
function isServerOf(dataDir: string, pid: number): boolean {
  // Windows tells nobody in a way that is quick to ask.
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
