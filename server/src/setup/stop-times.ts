/** How long a process takes to stop, step by step. */
import type { Role } from './connections.ts'
import type { Config } from './settings.ts'

/** After the drain. Most supervisors kill a service after ten seconds; a worker gets longer because it may be sending a large message. */
const defaultMs: Record<Role, number> = { start: 9_200, api: 9_200, worker: 29_700 }

export type StopTimes = {
  /** The process exits then, even with work in progress. */
  allMs: number
  /** How long clients with an open connection get "Connection: close" before the listener closes. */
  noticeMs: number
  /** The time to finish open requests. */
  answersMs: number
  /** The time to finish a worker's attempts in progress. */
  workMs: number
}

export function stopTimes(
  role: Role,
  { stopSeconds, drainSeconds }: Pick<Config, 'stopSeconds' | 'drainSeconds'>,
): StopTimes {
  const noticeMs = drainSeconds * 1_000
  const allMs = stopSeconds === null ? noticeMs + defaultMs[role] : stopSeconds * 1_000
  // The rest is for closing the listener, writing the last results, and stopping PostgreSQL.
  return { allMs, noticeMs, answersMs: allMs - noticeMs - 4_200, workMs: allMs - Math.max(2_500, allMs / 6) }
}

/** The shortest stop after the drain. */
export const minSecondsAfterDrain = 5
