/** The CPU time of a process and its children, as counted by Linux. */
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second, the same on every Linux that Node supports. */
const ticks = 100

/** In milliseconds, including its children, both running and reaped. */
export function processorTimeOf(pid: number): number {
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const children = all.map(Number).filter(one => one !== pid && fieldsOf(one)?.parent === pid)
  return [pid, ...children].reduce((sum, one) => sum + (fieldsOf(one)?.ms ?? 0), 0)
}

/** Undefined when the process has exited. */
function fieldsOf(pid: number): { parent: number; ms: number } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name, in parentheses, which can contain anything.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticked = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ms: (ticked * 1_000) / ticks }
  } catch {
    return undefined
  }
}
