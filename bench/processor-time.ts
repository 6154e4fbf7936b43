/** The processor time of a process and of its children, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

/** Of a second; the same on every Linux that Node runs on. */
const ticks = 100

/** In milliseconds, with its children: those that live, and those that it has seen end. */
export function processorTimeOf(pid: number): number {
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const children = all.map(Number).filter(one => one !== pid && fieldsOf(one)?.parent === pid)
  return [pid, ...children].reduce((sum, one) => sum + (fieldsOf(one)?.ms ?? 0), 0)
}

/** Undefined when it has ended meanwhile. */
function fieldsOf(pid: number): { parent: number; ms: number } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Its name comes second, in brackets, and may hold anything.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticked = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ms: (ticked * 1_000) / ticks }
  } catch {
    return undefined
  }
}
