/**
 * A destination and how much it can bear. It is given more connections with each success, half as many when it says
 * that it is unwell, and a pause that doubles for as long as it stays so. Others notice nothing.
 */
export type Destination<Transmission> = {
  readonly name: string
  readonly maxRunning: number
  readonly waiting: Transmission[]
  running: number
  limit: number
  /** On the monotonic clock. */
  pausedUntil: number
  strikes: number
  /** Messages that were put off one after the other. */
  putOff: number
  /** How long a message takes here, of late. */
  averageMs: number
  readonly pauses: Pauses
}

/** How long an unwell destination is left alone: at first, and at most. */
export type Pauses = { firstMs: number; longestMs: number }
const usualPauses: Pauses = { firstMs: 5_000, longestMs: 300_000 }

export const newDestination = <Transmission>(
  name: string,
  maxRunning: number,
  pauses = usualPauses,
): Destination<Transmission> => ({
  name,
  maxRunning,
  pauses,
  waiting: [],
  running: 0,
  limit: maxRunning,
  pausedUntil: 0,
  strikes: 0,
  putOff: 0,
  averageMs: 0,
})

/** A greylisting server puts off the first message and takes the next: only a row of them is a sign. */
const putOffsThatCount = 10

export type Experience = 'good' | 'put off' | 'unwell'

export function learn(destination: Destination<unknown>, experience: Experience, tookMs: number, nowMs: number): void {
  destination.averageMs = destination.averageMs === 0 ? tookMs : destination.averageMs * 0.9 + tookMs * 0.1
  destination.putOff = experience === 'put off' ? destination.putOff + 1 : 0
  if (experience === 'good') {
    destination.strikes = 0
    destination.limit = Math.min(destination.maxRunning, destination.limit + 1)
  } else if (experience === 'unwell' || destination.putOff % putOffsThatCount === 0) strike(destination, nowMs)
}

/** Several connections that fail together are one sign, not many. */
function strike(destination: Destination<unknown>, nowMs: number): void {
  if (destination.pausedUntil > nowMs) return
  destination.strikes++
  destination.limit = Math.max(1, Math.floor(destination.limit / 2))
  const { firstMs, longestMs } = destination.pauses
  destination.pausedUntil = nowMs + Math.min(firstMs * 2 ** (destination.strikes - 1), longestMs)
}

/** How long what waits here will wait, at the pace of late. */
export function waitOf(destination: Destination<unknown>, nowMs: number): number {
  const pause = Math.max(0, destination.pausedUntil - nowMs)
  return pause + (destination.waiting.length / destination.limit) * destination.averageMs
}
