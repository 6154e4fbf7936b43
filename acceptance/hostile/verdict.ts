/** Compares what was seen with what is promised. Returns the faults, one per line. */

import { allOperations } from '@posthorn/contract/all-operations'
import { errors } from '@posthorn/contract/errors'
import { refusalsOf } from '@posthorn/contract/operation'
import type { Seen } from './prober.ts'
import type { Sent } from './send.ts'

const limits = {
  healthMs: 250,
  sendMs: 1_000,
  /** Of the main process, which has some 200 MB at rest. V8 returns memory late, or never. */
  memory: 768 * 1024 * 1024,
  /** An attack that adds less than this is not to blame. */
  growth: 32 * 1024 * 1024,
}

export type Figures = {
  healthMs: number
  healthOwnMs: number
  sendMs: number
  sendOwnMs: number
  mainMb: number
  workersMb: number
  postgresMb: number
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)

export const figuresOf = ({ health, sends, memory }: Seen): Figures => ({
  healthMs: Math.round(health.worstMs),
  healthOwnMs: Math.round(health.worstOwnMs),
  sendMs: Math.round(sends.worstMs),
  sendOwnMs: Math.round(sends.worstOwnMs),
  mainMb: megabytes(memory.main),
  workersMb: megabytes(memory.workers),
  postgresMb: megabytes(memory.postgres),
})

/** Time in which the machine gave nobody a processor does not count. */
export function faultsOf(
  seen: Seen,
  sent: readonly Sent[],
  { before, mayGrow = Number.POSITIVE_INFINITY }: { before: number; mayGrow?: number | undefined },
): string[] {
  const { health, sends, memory, isMainRunning } = seen
  const figures = figuresOf(seen)
  const growth = memory.main - before
  return [
    ...(isMainRunning ? [] : ['the main process ended']),
    ...unexpected('/healthz', health.statuses, ['200']),
    ...unexpected('the other tenant’s email', sends.statuses, ['200', 'busy']),
    ...tooMuch('/healthz took', figures.healthOwnMs, limits.healthMs, 'ms'),
    ...tooMuch('the other tenant’s email took', figures.sendOwnMs, limits.sendMs, 'ms'),
    ...(growth > limits.growth ? tooMuch('the main process had', figures.mainMb, megabytes(limits.memory), 'MB') : []),
    ...tooMuch('the main process grew by', megabytes(growth), megabytes(mayGrow), 'MB'),
    ...sent.flatMap(undocumented),
  ]
}

const tooMuch = (what: string, value: number, limit: number, unit: string): string[] =>
  value > limit ? [`${what} ${value} ${unit}, more than ${limit}`] : []

const unexpected = (what: string, statuses: Record<string, number>, expected: string[]): string[] =>
  Object.entries(statuses)
    .filter(([status]) => !expected.includes(status))
    .map(([status, count]) => `${what} answered ${status} ${count} times`)

function undocumented({ about, operation, status, body, ms }: Sent): string[] {
  if (status === -1) return []
  const isServerFault = status === 0 || (status >= 500 && status !== 503)
  if (!isServerFault && (!operation || documented(operation).includes(status))) return []
  return [`${about} answered ${status} after ${Math.round(ms)} ms: ${JSON.stringify(body).slice(0, 200)}`]
}

function documented(id: string): number[] {
  const operation = allOperations.find(one => one.id === id)
  if (!operation) throw new Error(`There is no operation ${id}.`)
  return [operation.status ?? 200, ...refusalsOf(operation).map(code => errors[code].status)]
}

export function worstOf(one: Figures, other: Figures = one): Figures {
  // `as`: the same keys.
  const names = Object.keys(one) as (keyof Figures)[]
  return Object.fromEntries(names.map(name => [name, Math.max(one[name], other[name])])) as Figures
}
