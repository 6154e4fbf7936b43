/**
 * Hands parcels to the wire. A parcel is what travels together: recipients of one email that share a route, or a text
 * message. Each route has its own line, so a slow destination holds up nobody else; an unwell one is left alone for a
 * while, and the next way is tried.
 */
import type { Logger } from 'pino'
import { learn, newRoute, type Pauses, type Route, waitOf } from './route.ts'

/** A transport or a carrier. */
export type Way = {
  readonly name: string
  /** There is nobody at the far side to be spared, whatever the outcomes. */
  readonly tireless?: true
}

/** As much of an outcome as matters for the line. */
export type AnyOutcome = { readonly attempt: { readonly reply?: string } } & (
  | { readonly kind: 'accepted' | 'rejected' }
  | { readonly kind: 'deferred'; readonly because: 'destination' | 'message'; readonly inDoubt: boolean }
)

type Ticket<W extends Way, O extends AnyOutcome> = {
  /** In order of preference. */
  readonly ways: readonly W[]
  /** The first of them that has not been tried. */
  next: number
  /** What the last one that was tried made of it: it was down. */
  tried: Outcomes<W, O> | undefined
  /** The line that it stands in; none once it has begun. */
  line: Route<unknown> | undefined
  /** Resolves when nothing more will happen to it here. */
  readonly finished: Promise<void>
  finish(): void
}

export type Parcel<Load extends object, W extends Way, O extends AnyOutcome> = Load & Ticket<W, O>

export function newParcel<Load extends object, W extends Way, O extends AnyOutcome>(
  load: Load,
  ways: readonly W[],
): Parcel<Load, W, O> {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { ...load, ways, next: 0, tried: undefined, line: undefined, finished: promise, finish: resolve }
}

type Outcomes<W extends Way, O extends AnyOutcome> = {
  kind: 'outcomes'
  outcomes: readonly O[]
  way: W
  note?: string
}

export type Sent<W extends Way, O extends AnyOutcome> =
  | Outcomes<W, O>
  /** Its destinations are paused, and it was not tried. */
  | { kind: 'put back'; inMs: number }
  | { kind: 'error'; error: unknown }

export type DispatchOptions<Load extends object, W extends Way, O extends AnyOutcome> = {
  /** What shares connections and a pace on this way, and how many at once that bears. */
  routeOf(load: Load, way: W): { name: string; most: number }
  /** Octets that it takes in memory while it is on the wire. */
  sizeOf(load: Load): number
  /** For the log. */
  describe(load: Load): object
  /** Sends by one way; rejects with what nobody foresaw. */
  send(parcel: Parcel<Load, W, O>, way: W): Promise<readonly O[]>
  /** Called once for each parcel that was not withdrawn. */
  conclude(parcel: Parcel<Load, W, O>, sent: Sent<W, O>): Promise<void>
  nowMs(): number
  log: Logger
  pauses?: Pauses
}

// Connections and memory of one process; a single route has far fewer.
const maxRunning = 500
const maxBytes = 128 * 1024 * 1024

export type Dispatcher<P> = {
  add(parcel: P): void
  /** Takes a parcel that has not begun out of its line, and says how long it would have waited; undefined when it has. */
  withdraw(parcel: P): number | undefined
  readonly running: number
}

export function dispatcher<Load extends object, W extends Way, O extends AnyOutcome>({
  send,
  conclude,
  nowMs,
  log,
  pauses,
  ...options
}: DispatchOptions<Load, W, O>): Dispatcher<Parcel<Load, W, O>> {
  type P = Parcel<Load, W, O>
  const routes = new Map<string, Route<P>>()
  let running = 0
  let bytes = 0
  /** Somebody waits for room that any other may give back. */
  let isCrowded = false

  const routeOf = (way: W, parcel: P): Route<P> => {
    const { name, most } = options.routeOf(parcel, way)
    const key = `${way.name} ${name}`
    const known = routes.get(key)
    if (known) return known
    if (routes.size >= 10_000) forgetIdle(routes, nowMs())
    const route = newRoute<P>(key, most, pauses)
    routes.set(key, route)
    return route
  }

  /** Into the line of the first way that is well. When none is, it goes back until the first of them may be. */
  function add(parcel: P): void {
    const now = nowMs()
    let soonest = Number.POSITIVE_INFINITY
    for (let nth = parcel.next; nth < parcel.ways.length; nth++) {
      // `as`: nth is within the list.
      const route = routeOf(parcel.ways[nth] as W, parcel)
      if (route.pausedUntil <= now) {
        parcel.next = nth
        parcel.line = route
        route.waiting.push(parcel)
        pump(route)
        return
      }
      soonest = Math.min(soonest, route.pausedUntil - now)
    }
    void finish(parcel, parcel.tried ?? { kind: 'put back', inMs: soonest })
  }

  function pump(route: Route<P>): void {
    while (route.running < route.limit) {
      const parcel = route.waiting[0]
      if (!parcel) return
      if (running >= maxRunning || (bytes > 0 && bytes + options.sizeOf(parcel) > maxBytes)) {
        isCrowded = true
        return
      }
      route.waiting.shift()
      parcel.line = undefined
      if (route.pausedUntil > nowMs()) add(parcel)
      else void run(parcel, route)
    }
  }

  /** Its place in the line is free as soon as it is off the wire; it counts until its result is written down. */
  async function run(parcel: P, route: Route<P>): Promise<void> {
    const size = options.sizeOf(parcel)
    route.running++
    running++
    bytes += size
    const sent = await attempt(parcel, route)
    route.running--
    if (!sent) add(parcel)
    pump(route)
    if (sent) await finish(parcel, sent)
    bytes -= size
    running--
    if (isCrowded) {
      isCrowded = false
      for (const one of routes.values()) pump(one)
    }
  }

  /** By one way; undefined when that is down and there is another. */
  async function attempt(parcel: P, route: Route<P>): Promise<Sent<W, O> | undefined> {
    const way = parcel.ways[parcel.next] as W
    const begun = nowMs()
    let sent: Outcomes<W, O>
    try {
      const outcomes = await send(parcel, way)
      sent = { kind: 'outcomes', outcomes, way, ...(parcel.tried && { note: noteOf(parcel.tried) }) }
    } catch (error) {
      return { kind: 'error', error }
    }
    learn(route, way.tireless ? 'good' : experienceOf(sent.outcomes), nowMs() - begun, nowMs())
    if (!isDown(sent.outcomes) || parcel.next === parcel.ways.length - 1) return sent
    log.warn({ way: way.name, ...options.describe(parcel) }, 'a way is down, trying the next')
    parcel.tried = sent
    parcel.next++
    return undefined
  }

  async function finish(parcel: P, sent: Sent<W, O>): Promise<void> {
    try {
      await conclude(parcel, sent)
    } catch (err) {
      log.error({ err, ...options.describe(parcel) }, 'a result was not recorded')
    }
    parcel.finish()
  }

  return {
    add,
    withdraw(parcel) {
      // `as`: only lines of parcels are made here.
      const route = parcel.line as Route<P> | undefined
      if (!route) return undefined
      const wait = waitOf(route, nowMs())
      route.waiting.splice(route.waiting.indexOf(parcel), 1)
      parcel.line = undefined
      parcel.finish()
      return wait
    },
    get running() {
      return running
    },
  }
}

const noteOf = ({ way, outcomes }: Outcomes<Way, AnyOutcome>): string =>
  `${way.name} was down: ${outcomes[0]?.attempt.reply ?? 'no answer'}`

const isDown = (outcomes: readonly AnyOutcome[]): boolean =>
  outcomes.every(one => one.kind === 'deferred' && one.because === 'destination' && !one.inDoubt)

function experienceOf(outcomes: readonly AnyOutcome[]): 'good' | 'put off' | 'unwell' {
  if (outcomes.some(one => one.kind === 'deferred' && one.because === 'destination')) return 'unwell'
  return outcomes.some(one => one.kind !== 'deferred') ? 'good' : 'put off'
}

function forgetIdle(routes: Map<string, Route<unknown>>, nowMs: number): void {
  for (const [name, route] of routes) {
    if (route.running === 0 && route.waiting.length === 0 && route.pausedUntil <= nowMs) routes.delete(name)
  }
}
