/**
 * A destination (a relay, a receiver of mail or a carrier) and how many connections it can take. It starts with a few connections and gets
 * one more with each success. When it refuses a further connection, it has shown its limit, and we stay there. When it says that we are
 * too fast, or is unavailable, it is paused for a while. Other destinations are not affected.
 *
 * Each destination has a queue for every stream. The queues share its connections, transactional mail first, and each has its own pauses: a
 * receiver that throttles a broadcast still gets a one-time code.
 */
import type { Allowance, Caps } from './cap-store.ts'

export type Destination<Transmission> = {
  readonly name: string
  readonly maxRunning: number
  /** Sorted by stream, the most urgent first. */
  readonly queues: Queue<Transmission>[]
  running: number
  /** How many transmissions it currently gets at once. */
  limit: number
  /** How many at once it has shown to take. */
  ceiling: number
  /** When one more than that is tried, on the monotonic clock. */
  raiseAt: number
  raiseAfterMs: number
  /** One more is being tried, and may turn out to be too many. */
  isRaised: boolean
  lastGoodAt: number
  /** The most messages it gets, however many connections it takes. */
  caps: Caps | undefined
  /** How many messages of its caps it may get until then, on the monotonic clock. */
  allowance: { left: number; until: number }
  isAllowanceAskedFor: boolean
  /** Its caps are used up until then, on the monotonic clock. */
  cappedUntil: number
  /** Refused connections since the last success, while no other connection of ours was open. */
  refusals: number
  /** Moving average of the time per message. */
  averageMs: number
  readonly pauses: Pauses
}

export type Queue<Transmission> = {
  readonly stream: number
  readonly waiting: Transmission[]
  /** On the monotonic clock. */
  pausedUntil: number
  failures: number
  /** Messages deferred in a row. */
  deferrals: number
}

/** How long a failing destination is paused: at first, and at most. */
export type Pauses = { firstMs: number; maxMs: number }
const defaultPauses: Pauses = { firstMs: 5_000, maxMs: 300_000 }

/** How many transmissions a destination gets at once, at most and at first, and its caps per minute and day. */
export type Capacity = { maxRunning: number; firstRunning?: number; caps?: Caps }

export const newDestination = <Transmission>(
  name: string,
  { maxRunning, firstRunning = maxRunning }: Capacity,
  pauses = defaultPauses,
): Destination<Transmission> => ({
  name,
  maxRunning,
  pauses,
  queues: [],
  running: 0,
  limit: Math.min(firstRunning, maxRunning),
  ceiling: maxRunning,
  raiseAt: 0,
  raiseAfterMs: minRaise,
  isRaised: false,
  lastGoodAt: Number.NEGATIVE_INFINITY,
  refusals: 0,
  averageMs: 0,
  caps: undefined,
  allowance: { left: 0, until: 0 },
  isAllowanceAskedFor: false,
  cappedUntil: 0,
})

/** True when it has accepted something and has not failed since. */
export const isProven = ({ lastGoodAt, queues }: Destination<unknown>): boolean =>
  lastGoodAt > Number.NEGATIVE_INFINITY && queues.every(queue => queue.failures === 0)

/** True when its caps allow one more message. */
export const isAllowed = ({ caps, allowance }: Destination<unknown>, nowMs: number): boolean =>
  !caps || (allowance.left > 0 && allowance.until > nowMs)

/** Applies an answer of `allow`: so many messages may go, or none for that long. */
export function takeAllowance(destination: Destination<unknown>, { count, forMs }: Allowance, nowMs: number): void {
  destination.allowance = { left: count, until: nowMs + forMs }
  if (count > 0) return
  destination.cappedUntil = nowMs + forMs
  for (const queue of destination.queues) queue.pausedUntil = Math.max(queue.pausedUntil, destination.cappedUntil)
}

/** Adopts a lower limit that another or an earlier worker has found. */
export function adopt(destination: Destination<unknown>, limit: number, nowMs: number): void {
  destination.ceiling = limit
  destination.limit = Math.min(destination.limit, limit)
  destination.raiseAt = nowMs + destination.raiseAfterMs
}

export function queueOf<Transmission>(destination: Destination<Transmission>, stream: number): Queue<Transmission> {
  const known = destination.queues.find(queue => queue.stream === stream)
  if (known) return known
  const queue: Queue<Transmission> = { stream, waiting: [], pausedUntil: 0, failures: 0, deferrals: 0 }
  destination.queues.push(queue)
  destination.queues.sort((a, b) => a.stream - b.stream)
  return queue
}

/** A greylisting server defers the first message and accepts the next, so only several in a row count as a failure. */
const deferralsThatCount = 10

/**
 * What a result says about the destination. `deferred`: only this message. `throttled`: it wants less of this stream. `unavailable`: it
 * accepts nothing.
 */
export type Observation = 'good' | 'deferred' | 'throttled' | 'unavailable'

export function learn<T>(
  destination: Destination<T>,
  queue: Queue<T>,
  heard: { observed: Observation; tookMs: number; nowMs: number },
) {
  const { observed, tookMs, nowMs } = heard
  destination.averageMs = destination.averageMs === 0 ? tookMs : destination.averageMs * 0.9 + tookMs * 0.1
  queue.deferrals = observed === 'deferred' ? queue.deferrals + 1 : 0
  if (observed !== 'unavailable') destination.refusals = 0
  if (observed === 'good') onSuccess(destination, queue, nowMs)
  else if (observed === 'unavailable') for (const each of destination.queues) backOff(destination, each, nowMs)
  else if (observed === 'throttled' || queue.deferrals % deferralsThatCount === 0) backOff(destination, queue, nowMs)
}

/** How long after showing its limit a destination is tried with one more; doubled each time that is still too many. */
const minRaise = 60_000
const maxRaise = 900_000
/** The interval between further raises while they succeed. */
const nextRaise = 5_000

function onSuccess<T>(destination: Destination<T>, queue: Queue<T>, nowMs: number): void {
  destination.lastGoodAt = nowMs
  queue.failures = 0
  if (destination.ceiling < destination.maxRunning && nowMs >= destination.raiseAt) {
    destination.ceiling++
    destination.isRaised = true
    destination.raiseAt = nowMs + nextRaise
  }
  destination.limit = Math.min(destination.ceiling, destination.limit + 1)
}

/** Several connections that fail together count as one failure. */
function backOff<T>(destination: Destination<T>, queue: Queue<T>, nowMs: number): void {
  if (queue.pausedUntil > nowMs) return
  queue.failures++
  destination.limit = Math.max(1, Math.floor(destination.limit / 2))
  const { firstMs, maxMs } = destination.pauses
  queue.pausedUntil = nowMs + Math.min(firstMs * 2 ** (queue.failures - 1), maxMs)
}

/** A destination that accepted mail so recently does not count as unavailable when it refuses a connection. */
const recently = 60_000
/** How often it is retried, after 1 s and then twice as long each time, before it counts as unavailable. */
const refusalsAtMost = 5

/**
 * Handles a refused connection. True when it was only one too many, so that the message goes back into the queue: `open` other connections
 * of ours exist, or the destination says that it has too many (`busy`), while others of ours are connecting or shortly after it accepted
 * mail, because another process may use up its limit.
 */
export function wasOneTooMany<T>(
  destination: Destination<T>,
  { open, busy, nowMs }: { open: number; busy: boolean; nowMs: number },
): boolean {
  const others = destination.running - 1
  if (open > 0) showLimit(destination, Math.max(open, others), nowMs)
  else if (!busy) return false
  // Connections tried before this one may still open, so its limit is not known yet.
  else if (others > 0) destination.limit = Math.min(destination.limit, others)
  else return nowMs - destination.lastGoodAt < recently && askAgainSoon(destination, nowMs)
  return true
}

function showLimit<T>(destination: Destination<T>, limit: number, nowMs: number): void {
  if (destination.isRaised) destination.raiseAfterMs = Math.min(2 * destination.raiseAfterMs, maxRaise)
  destination.isRaised = false
  destination.ceiling = Math.min(destination.ceiling, limit)
  destination.raiseAt = nowMs + destination.raiseAfterMs
  destination.limit = Math.min(destination.limit, destination.ceiling)
}

function askAgainSoon<T>(destination: Destination<T>, nowMs: number): boolean {
  if (++destination.refusals > refusalsAtMost) return false
  for (const queue of destination.queues) queue.pausedUntil = nowMs + 1_000 * 2 ** (destination.refusals - 1)
  return true
}

/** How long a message in the queue will wait at the recent pace: for the end of the pause, then for the messages ahead of it. */
export function waitOf<T>(
  destination: Destination<T>,
  queue: Queue<T>,
  nowMs: number,
): { paused: number; queued: number } {
  const before = destination.queues.filter(one => one.stream <= queue.stream)
  const waiting = before.reduce((sum, one) => sum + one.waiting.length, 0)
  const queued = (waiting / destination.limit) * destination.averageMs
  return { paused: Math.max(0, queue.pausedUntil - nowMs), queued }
}
