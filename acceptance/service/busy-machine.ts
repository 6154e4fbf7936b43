import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** A time limit for an idle machine; longer when the machine has more work than cores, or its host gives the cores to others. */
export const onABusyMachine = (limit: number): number =>
  (limit * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())) / (1 - stolen())

/** The system's counters, in ticks. Zero where there is no such file. */
function readTicks(): { stolen: number; all: number } {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const ticks = line.split(/\s+/).slice(1, 9).map(Number)
    return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, one) => sum + one, 0) }
  } catch {
    return { stolen: 0, all: 0 }
  }
}

const atFirst = readTicks()

/** The share of the cores that others had since the tests began; capped, so that a limit keeps its meaning. */
function stolen(): number {
  const now = readTicks()
  return Math.min(0.75, (now.stolen - atFirst.stolen) / Math.max(1, now.all - atFirst.all))
}
