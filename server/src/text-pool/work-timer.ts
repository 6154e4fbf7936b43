/**
 * How long a process may work. The clock says when to look, and what the process has worked says whether it is over: a
 * machine that is busy with something else must not make good work fail. But ten times as long is too long for anything.
 */
import { readFileSync } from 'node:fs'

const maxTimes = 10
const soonestMs = 20

export function startWorkTimer(pid: number, limitMs: number, onOver: () => void): Disposable {
  const workedBefore = workedMs(pid)
  const endsAt = performance.now() + limitMs * maxTimes
  let timer: NodeJS.Timeout

  function look(): void {
    const worked = workedMs(pid)
    const leftMs = limitMs - (worked === undefined || workedBefore === undefined ? limitMs : worked - workedBefore)
    const untilEndMs = endsAt - performance.now()
    if (leftMs <= 0 || untilEndMs <= 0) onOver()
    else timer = setTimeout(look, Math.max(soonestMs, Math.min(leftMs, untilEndMs)))
  }
  timer = setTimeout(look, limitMs)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

/** In all since it was started; undefined where the system does not tell, and then the clock alone counts. */
function workedMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // proc(5): user and system time are the 12th and 13th field behind the name, in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}
