/**
 * A destination and how much it can bear. It is given more connections with each success, half as many when it says
 * that it is unwell, and a pause that doubles for as long as it stays so. Others notice nothing.
 */
export type Route<Parcel> = {
  readonly name: string
  readonly most: number
  readonly waiting: Parcel[]
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

export const newRoute = <Parcel>(name: string, most: number, pauses = usualPauses): Route<Parcel> => ({
  name,
  most,
  pauses,
  waiting: [],
  running: 0,
  limit: most,
  pausedUntil: 0,
  strikes: 0,
  putOff: 0,
  averageMs: 0,
})

/** A greylisting server puts off the first message and takes the next: only a row of them is a sign. */
const putOffsThatCount = 10

export type Experience = 'good' | 'put off' | 'unwell'

export function learn(route: Route<unknown>, experience: Experience, tookMs: number, nowMs: number): void {
  route.averageMs = route.averageMs === 0 ? tookMs : route.averageMs * 0.9 + tookMs * 0.1
  route.putOff = experience === 'put off' ? route.putOff + 1 : 0
  if (experience === 'good') {
    route.strikes = 0
    route.limit = Math.min(route.most, route.limit + 1)
  } else if (experience === 'unwell' || route.putOff % putOffsThatCount === 0) strike(route, nowMs)
}

/** Several connections that fail together are one sign, not many. */
function strike(route: Route<unknown>, nowMs: number): void {
  if (route.pausedUntil > nowMs) return
  route.strikes++
  route.limit = Math.max(1, Math.floor(route.limit / 2))
  const { firstMs, longestMs } = route.pauses
  route.pausedUntil = nowMs + Math.min(firstMs * 2 ** (route.strikes - 1), longestMs)
}

/** How long what waits here will wait, at the pace of late. */
export function waitOf(route: Route<unknown>, nowMs: number): number {
  const pause = Math.max(0, route.pausedUntil - nowMs)
  return pause + (route.waiting.length / route.limit) * route.averageMs
}
