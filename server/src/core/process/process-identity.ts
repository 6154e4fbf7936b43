/** Identifies a process, so that its successor on the same machine can tell whether it is still running. */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export type Identity = { machine: string; process: string }

/** Process ids are valid only within one boot of one kernel and one namespace, and host names alone are not unique. */
export const thisIdentity = (): Identity => ({
  machine: [hostname(), read('/proc/sys/kernel/random/boot_id'), link('/proc/self/ns/pid')].filter(Boolean).join(' '),
  process: `${process.pid}:${statOf(process.pid)?.startTime ?? ''}`,
})

/** Only for processes of this machine. In doubt, the process counts as running. */
export function isRunning(process: string): boolean {
  const [pid = 0, startTime] = process.split(':')
  if (!exists(Number(pid))) return false
  const stat = statOf(Number(pid))
  // Z and X: ended, but not yet reaped by its parent.
  return !stat || (stat.startTime === startTime && !'ZX'.includes(stat.state))
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** proc_pid_stat(5): state is field 3, starttime field 22; the name before them may contain spaces and brackets. */
function statOf(pid: number): { state: string; startTime: string } | undefined {
  const stat = read(`/proc/${pid}/stat`)
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const startTime = rest[18]
  return state && startTime ? { state, startTime } : undefined
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
