/**
 * Limits how long a job may run. The limit counts CPU time, so that a busy machine does not fail good work; the clock only
 * schedules the checks. After ten times the limit in elapsed time, the job ends in any case.
 */
import { readFileSync } from 'node:fs'

const maxElapsedFactor = 10
const minDelayMs = 20

export function startWorkTimer(pid: number, limitMs: number, onLimit: () => void): Disposable {
  const workedBefore = workedMs(pid)
  const endsAt = performance.now() + limitMs * maxElapsedFactor
  let timer: NodeJS.Timeout

  function check(): void {
    const worked = workedMs(pid)
    const leftMs = limitMs - (worked === undefined || workedBefore === undefined ? limitMs : worked - workedBefore)
    const untilEndMs = endsAt - performance.now()
    if (leftMs <= 0 || untilEndMs <= 0) onLimit()
    else timer = setTimeout(check, Math.max(minDelayMs, Math.min(leftMs, untilEndMs)))
  }
  timer = setTimeout(check, limitMs)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

/** CPU time since the process started. Undefined where the system does not report it; then elapsed time counts. */
function workedMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // proc(5): user and system time are the 12th and 13th field after the name, in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}
