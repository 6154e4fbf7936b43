/** How many database connections a process opens, and for which purpose. */
import { randomBytes } from 'node:crypto'
import type { DatabaseOptions } from '#postgres/database.ts'

export type Role = 'start' | 'api' | 'worker'

/** The connections left after the fixed ones. All work without a pool here shares `connections`. */
export type Pools = { connections: number; slowReads: number; sending: number; lookUps: number }

/** The sizes when POSTHORN_DATABASE_CONNECTIONS is not set. */
const withApi: Pools = { connections: 10, slowReads: 5, sending: 6, lookUps: 3 }
const usual: Record<Role, Pools> = { start: withApi, api: withApi, worker: { ...withApi, sending: 0, lookUps: 0 } }

/** An API: authentication and rate limits (2), health and metrics (1 each). A worker: taking work (5), heartbeats, listening, health and metrics (1 each). */
const fixed: Record<Role, number> = { start: 11, api: 4, worker: 9 }

const sum = ({ connections, slowReads, sending, lookUps }: Pools) => connections + slowReads + sending + lookUps

/** The most that `npm start`, an API or a worker opens when nothing is set. */
export const defaultConnections = (role: Role): number => fixed[role] + sum(usual[role])

/** The fewest that any kind of process can work with. */
export const minConnections = 20

export function poolsOf(role: Role, max: number | null): Pools {
  const parts = usual[role]
  if (max === null) return parts
  const left = max - fixed[role]
  const part = (size: number) => (size === 0 ? 0 : Math.max(1, Math.floor((left * size) / sum(parts))))
  const others = { slowReads: part(parts.slowReads), sending: part(parts.sending), lookUps: part(parts.lookUps) }
  return { ...others, connections: left - others.slowReads - others.sending - others.lookUps }
}

/** The database shows the name of each connection; `doctor` uses it to add up what all processes may open. */
export function databaseOptions(role: Role, max: number | null): Omit<DatabaseOptions, 'url'> {
  const { connections, slowReads } = poolsOf(role, max)
  const name = `posthorn ${role} ${max ?? defaultConnections(role)} ${randomBytes(4).toString('hex')}`
  return { connections, slowConnections: slowReads, name }
}

/** Undefined for a connection that is not Posthorn's. */
export function maxOfProcess(applicationName: string): number | undefined {
  const [, max] = /^posthorn (?:start|api|worker) (\d{1,4}) [0-9a-f]{8}$/.exec(applicationName) ?? []
  return max === undefined ? undefined : Number(max)
}
