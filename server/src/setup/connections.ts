/** How many connections to the database a process opens, and what for. */
import { randomBytes } from 'node:crypto'
import type { DatabaseOptions } from '#postgres/database.ts'

export type Role = 'start' | 'api' | 'worker'

/** Of what is left for them, each has its part: what is not named shares `connections`. */
export type Pools = { connections: number; slowReads: number; sending: number; lookUps: number }

/** A process that may open as many as it likes opens these. */
const withApi: Pools = { connections: 10, slowReads: 5, sending: 6, lookUps: 3 }
const usual: Record<Role, Pools> = { start: withApi, api: withApi, worker: { ...withApi, sending: 0, lookUps: 0 } }

/** Who asks and how often (2), health and metrics (1 each); to take work (5), to beat and to listen (1 each). */
const fixed: Record<Role, number> = { start: 11, api: 4, worker: 9 }

const sum = ({ connections, slowReads, sending, lookUps }: Pools) => connections + slowReads + sending + lookUps

/** What `npm start`, an API or a worker opens at most when nothing is set. */
export const usualConnections = (role: Role): number => fixed[role] + sum(usual[role])

/** The fewest that a process of any kind can work with. */
export const minConnections = 20

export function poolsOf(role: Role, max: number | null): Pools {
  const parts = usual[role]
  if (max === null) return parts
  const left = max - fixed[role]
  const part = (size: number) => (size === 0 ? 0 : Math.max(1, Math.floor((left * size) / sum(parts))))
  const others = { slowReads: part(parts.slowReads), sending: part(parts.sending), lookUps: part(parts.lookUps) }
  return { ...others, connections: left - others.slowReads - others.sending - others.lookUps }
}

/** The database shows the name of each connection: from it `doctor` adds up what all processes may open. */
export function databaseOptions(role: Role, max: number | null): Omit<DatabaseOptions, 'url'> {
  const { connections, slowReads } = poolsOf(role, max)
  const name = `posthorn ${role} ${max ?? usualConnections(role)} ${randomBytes(4).toString('hex')}`
  return { connections, slowConnections: slowReads, name }
}

/** Undefined for what is no process of Posthorn. */
export function maxOfProcess(applicationName: string): number | undefined {
  const [, max] = /^posthorn (?:start|api|worker) (\d{1,4}) [0-9a-f]{8}$/.exec(applicationName) ?? []
  return max === undefined ? undefined : Number(max)
}
