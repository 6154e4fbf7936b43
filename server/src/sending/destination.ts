/**
 * A destination and how much it can bear: a relay, a receiver of mail, a carrier. It starts with a few connections and is given one
 * more with each success. When it refuses one more than it has, it has shown its limit, and we stay there; when it says that we are
 * too fast, or is away, it is left alone for a while. Others notice nothing.
 *
 * Each destination has a line for every stream. They share its connections, transactional mail first, and each has its own pauses: a
 * receiver that has had enough of a broadcast still takes a one-time code.
 */
import type { Allowance, Caps } from './cap-store.ts'

export type Destination<Transmission> = {
  readonly name: string
  readonly maxRunning: number
  /** By stream: those that go first at the front. */
  readonly lines: Line<Transmission>[]
  running: number
  /** How many at once it is given now. */
  limit: number
  /** How many at once it has shown to bear. */
  ceiling: number
  /** When it is tried with one more than that, on the monotonic clock. */
  raiseAt: number
  raiseAfterMs: number
  /** It has been given one more, and nobody knows yet whether that is too many. */
  isRaised: boolean
  lastGoodAt: number
  /** What it gets at most, whatever it bears. */
  caps: Caps | undefined
  /** How many of those it may have now, on the monotonic clock. */
  allowance: { left: number; until: number }
  isAllowanceAskedFor: boolean
  /** It has had all that it gets, on the monotonic clock. */
  cappedUntil: number
  /** How often it has refused us since it last took something, while nothing of ours was there. */
  refusals: number
  /** How long a message takes here, of late. */
  averageMs: number
  readonly pauses: Pauses
}

export type Line<Transmission> = {
  readonly stream: number
  readonly waiting: Transmission[]
  /** On the monotonic clock. */
  pausedUntil: number
  strikes: number
  /** Messages that were put off one after the other. */
  putOff: number
}

/** How long an unwell destination is left alone: at first, and at most. */
export type Pauses = { firstMs: number; longestMs: number }
const usualPauses: Pauses = { firstMs: 5_000, longestMs: 300_000 }

/** What a destination bears at once, at most and at first, and what it gets in a minute or a day. */
export type Bears = { maxRunning: number; firstRunning?: number; caps?: Caps }

export const newDestination = <Transmission>(
  name: string,
  { maxRunning, firstRunning = maxRunning }: Bears,
  pauses = usualPauses,
): Destination<Transmission> => ({
  name,
  maxRunning,
  pauses,
  lines: [],
  running: 0,
  limit: Math.min(firstRunning, maxRunning),
  ceiling: maxRunning,
  raiseAt: 0,
  raiseAfterMs: shortestRaise,
  isRaised: false,
  lastGoodAt: Number.NEGATIVE_INFINITY,
  refusals: 0,
  averageMs: 0,
  caps: undefined,
  allowance: { left: 0, until: 0 },
  isAllowanceAskedFor: false,
  cappedUntil: 0,
})

/** It has taken something, and has not failed since. */
export const isProven = ({ lastGoodAt, lines }: Destination<unknown>): boolean =>
  lastGoodAt > Number.NEGATIVE_INFINITY && lines.every(line => line.strikes === 0)

/** True when it may have one more by its caps. */
export const isAllowed = ({ caps, allowance }: Destination<unknown>, nowMs: number): boolean =>
  !caps || (allowance.left > 0 && allowance.until > nowMs)

/** So many it may have, or none for as long. */
export function takeAllowance(destination: Destination<unknown>, { count, forMs }: Allowance, nowMs: number): void {
  destination.allowance = { left: count, until: nowMs + forMs }
  if (count > 0) return
  destination.cappedUntil = nowMs + forMs
  for (const line of destination.lines) line.pausedUntil = Math.max(line.pausedUntil, destination.cappedUntil)
}

/** Another worker, or an earlier one, has found this limit, which is lower than ours. */
export function adopt(destination: Destination<unknown>, limit: number, nowMs: number): void {
  destination.ceiling = limit
  destination.limit = Math.min(destination.limit, limit)
  destination.raiseAt = nowMs + destination.raiseAfterMs
}

export function lineOf<Transmission>(destination: Destination<Transmission>, stream: number): Line<Transmission> {
  const known = destination.lines.find(line => line.stream === stream)
  if (known) return known
  const line: Line<Transmission> = { stream, waiting: [], pausedUntil: 0, strikes: 0, putOff: 0 }
  destination.lines.push(line)
  destination.lines.sort((a, b) => a.stream - b.stream)
  return line
}

/** A greylisting server puts off the first message and takes the next: only a row of them is a sign. */
const putOffsThatCount = 10

/**
 * What became of a message. `put off`: this one alone. `too fast`: the destination wants less of this stream. `away`: it talks to
 * nobody.
 */
export type Experience = 'good' | 'put off' | 'too fast' | 'away'

export function learn<T>(
  destination: Destination<T>,
  line: Line<T>,
  heard: { experience: Experience; tookMs: number; nowMs: number },
) {
  const { experience, tookMs, nowMs } = heard
  destination.averageMs = destination.averageMs === 0 ? tookMs : destination.averageMs * 0.9 + tookMs * 0.1
  line.putOff = experience === 'put off' ? line.putOff + 1 : 0
  if (experience !== 'away') destination.refusals = 0
  if (experience === 'good') good(destination, line, nowMs)
  else if (experience === 'away') for (const each of destination.lines) strike(destination, each, nowMs)
  else if (experience === 'too fast' || line.putOff % putOffsThatCount === 0) strike(destination, line, nowMs)
}

/** One more is tried so long after the last that was too many, and twice as long each time that it still is. */
const shortestRaise = 60_000
const longestRaise = 900_000
/** One that was not too many is followed by the next. */
const nextRaise = 5_000

function good<T>(destination: Destination<T>, line: Line<T>, nowMs: number): void {
  destination.lastGoodAt = nowMs
  line.strikes = 0
  if (destination.ceiling < destination.maxRunning && nowMs >= destination.raiseAt) {
    destination.ceiling++
    destination.isRaised = true
    destination.raiseAt = nowMs + nextRaise
  }
  destination.limit = Math.min(destination.ceiling, destination.limit + 1)
}

/** Several connections that fail together are one sign, not many. */
function strike<T>(destination: Destination<T>, line: Line<T>, nowMs: number): void {
  if (line.pausedUntil > nowMs) return
  line.strikes++
  destination.limit = Math.max(1, Math.floor(destination.limit / 2))
  const { firstMs, longestMs } = destination.pauses
  line.pausedUntil = nowMs + Math.min(firstMs * 2 ** (line.strikes - 1), longestMs)
}

/** A destination that took mail so recently is not away when it refuses a connection. */
const recently = 60_000
/** So often it is asked again, after 1 s and then twice as long each time, before it counts as away. */
const refusalsAtMost = 5

/**
 * It refused a connection. True when that is only one too many, so that nothing was tried: `open` others of ours are inside, or it says
 * itself that it is full (`busy`) while others knock or a moment after it took mail, so that another process may have what it bears.
 */
export function isCrowded<T>(
  destination: Destination<T>,
  { open, busy, nowMs }: { open: number; busy: boolean; nowMs: number },
): boolean {
  const others = destination.running - 1
  if (open > 0) showLimit(destination, Math.max(open, others), nowMs)
  else if (!busy) return false
  // Those that knocked before this one may be inside in a moment: what it bears is not known yet.
  else if (others > 0) destination.limit = Math.min(destination.limit, others)
  else return nowMs - destination.lastGoodAt < recently && waitABit(destination, nowMs)
  return true
}

function showLimit<T>(destination: Destination<T>, limit: number, nowMs: number): void {
  if (destination.isRaised) destination.raiseAfterMs = Math.min(2 * destination.raiseAfterMs, longestRaise)
  destination.isRaised = false
  destination.ceiling = Math.min(destination.ceiling, limit)
  destination.raiseAt = nowMs + destination.raiseAfterMs
  destination.limit = Math.min(destination.limit, destination.ceiling)
}

function waitABit<T>(destination: Destination<T>, nowMs: number): boolean {
  if (++destination.refusals > refusalsAtMost) return false
  for (const line of destination.lines) line.pausedUntil = nowMs + 1_000 * 2 ** (destination.refusals - 1)
  return true
}

/** How long what waits in a line will wait, at the pace of late: until it is no longer paused, and then for those before it. */
export function waitOf<T>(
  destination: Destination<T>,
  line: Line<T>,
  nowMs: number,
): { paused: number; inLine: number } {
  const before = destination.lines.filter(one => one.stream <= line.stream)
  const waiting = before.reduce((sum, one) => sum + one.waiting.length, 0)
  const inLine = (waiting / destination.limit) * destination.averageMs
  return { paused: Math.max(0, line.pausedUntil - nowMs), inLine }
}
