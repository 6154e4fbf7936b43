/** How long a process takes to stop, step by step. */
import type { Role } from './connections.ts'
import type { Config } from './settings.ts'

/** After the drain. Whoever stops a service usually waits ten seconds, then kills it; a worker may have a large message on the wire. */
const usualMs: Record<Role, number> = { start: 9_200, api: 9_200, worker: 29_700 }

export type StopTimes = {
  /** It ends then, whatever is under way. */
  allMs: number
  /** Clients with an open connection hear "Connection: close" for so long before the door is shut. */
  noticeMs: number
  /** Whoever has not finished its request by then never will. */
  answersMs: number
  /** For what a worker has in hand. */
  workMs: number
}

export function stopTimes(
  role: Role,
  { stopSeconds, drainSeconds }: Pick<Config, 'stopSeconds' | 'drainSeconds'>,
): StopTimes {
  const noticeMs = drainSeconds * 1_000
  const allMs = stopSeconds === null ? noticeMs + usualMs[role] : stopSeconds * 1_000
  // The rest is for shutting the door, writing down what came last, and PostgreSQL.
  return { allMs, noticeMs, answersMs: allMs - noticeMs - 4_200, workMs: allMs - Math.max(2_500, allMs / 6) }
}

/** What is left of a stop after the drain. */
export const minSecondsAfterDrain = 5
