/**
 * Hands parcels to the wire: an email and those of its recipients that share a route. Each route has its own line, so a
 * slow destination holds up nobody else; an unwell one is left alone for a while, and the next transport is tried.
 */
import type { Logger } from 'pino'
import type { EmailTransport, Outcome } from '#transports/transport.ts'
import type { Claimed, ClaimedEmail } from './claimed.ts'
import { learn, newRoute, type Route, waitOf } from './route.ts'

export type Parcel = {
  readonly email: ClaimedEmail
  readonly deliveries: readonly Claimed[]
  /** In order of preference. */
  readonly transports: readonly EmailTransport[]
  /** The first of them that has not been tried. */
  next: number
  /** What the last one that was tried made of it: it was down. */
  tried: Outcomes | undefined
  /** The line that it stands in; none once it has begun. */
  line: Route<Parcel> | undefined
  /** Resolves when nothing more will happen to it here. */
  readonly finished: Promise<void>
  finish(): void
}

export function newParcel(
  email: ClaimedEmail,
  deliveries: readonly Claimed[],
  transports: readonly EmailTransport[],
): Parcel {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    email,
    deliveries,
    transports,
    next: 0,
    tried: undefined,
    line: undefined,
    finished: promise,
    finish: resolve,
  }
}

type Outcomes = { kind: 'outcomes'; outcomes: readonly Outcome[]; transport: EmailTransport; note?: string }

export type Sent =
  | Outcomes
  /** Its destinations are paused, and it was not tried. */
  | { kind: 'put back'; inMs: number }
  | { kind: 'error'; error: unknown }

export type DispatchOptions = {
  /** Sends by one transport; rejects with what nobody foresaw. */
  send(parcel: Parcel, transport: EmailTransport): Promise<readonly Outcome[]>
  /** Called once for each parcel that was not withdrawn. */
  conclude(parcel: Parcel, sent: Sent): Promise<void>
  nowMs(): number
  log: Logger
}

// Connections and memory of one process; a single route has far fewer.
const mostRunning = 500
const mostBytes = 128 * 1024 * 1024

export type Dispatcher = {
  add(parcel: Parcel): void
  /** Takes a parcel that has not begun out of its line, and says how long it would have waited; undefined when it has. */
  withdraw(parcel: Parcel): number | undefined
  readonly running: number
}

export function dispatcher({ send, conclude, nowMs, log }: DispatchOptions): Dispatcher {
  const routes = new Map<string, Route<Parcel>>()
  let running = 0
  let bytes = 0
  /** Somebody waits for room that any other may give back. */
  let isCrowded = false

  const routeOf = (transport: EmailTransport, parcel: Parcel): Route<Parcel> => {
    const name = `${transport.name} ${transport.routeOf(parcel.deliveries[0]?.address ?? '')}`
    const known = routes.get(name)
    if (known) return known
    if (routes.size >= 10_000) forgetIdle(routes, nowMs())
    const route = newRoute<Parcel>(name, transport.connectionsPerRoute)
    routes.set(name, route)
    return route
  }

  /** Into the line of the first transport that is well. When none is, it goes back until the first of them may be. */
  function add(parcel: Parcel): void {
    const now = nowMs()
    let soonest = Number.POSITIVE_INFINITY
    for (let nth = parcel.next; nth < parcel.transports.length; nth++) {
      // `as`: nth is within the list.
      const route = routeOf(parcel.transports[nth] as EmailTransport, parcel)
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

  function pump(route: Route<Parcel>): void {
    while (route.running < route.limit) {
      const parcel = route.waiting[0]
      if (!parcel) return
      if (running >= mostRunning || (bytes > 0 && bytes + parcel.email.size > mostBytes)) {
        isCrowded = true
        return
      }
      route.waiting.shift()
      parcel.line = undefined
      if (route.pausedUntil > nowMs()) add(parcel)
      else void run(parcel, route)
    }
  }

  async function run(parcel: Parcel, route: Route<Parcel>): Promise<void> {
    const { size } = parcel.email
    route.running++
    running++
    bytes += size
    await attempt(parcel, route)
    bytes -= size
    running--
    route.running--
    pump(route)
    if (isCrowded) {
      isCrowded = false
      for (const one of routes.values()) pump(one)
    }
  }

  /** By one transport; when that is down, the parcel goes to the line of the next. */
  async function attempt(parcel: Parcel, route: Route<Parcel>): Promise<void> {
    const transport = parcel.transports[parcel.next] as EmailTransport
    const begun = nowMs()
    let sent: Outcomes
    try {
      const outcomes = await send(parcel, transport)
      sent = { kind: 'outcomes', outcomes, transport, ...(parcel.tried && { note: noteOf(parcel.tried) }) }
    } catch (error) {
      return finish(parcel, { kind: 'error', error })
    }
    learn(route, transport.tireless ? 'good' : experienceOf(sent.outcomes), nowMs() - begun, nowMs())
    if (!isDown(sent.outcomes) || parcel.next === parcel.transports.length - 1) return finish(parcel, sent)
    log.warn({ transport: transport.name, emailId: parcel.email.emailId }, 'a transport is down, trying the next')
    parcel.tried = sent
    parcel.next++
    add(parcel)
  }

  async function finish(parcel: Parcel, sent: Sent): Promise<void> {
    try {
      await conclude(parcel, sent)
    } catch (err) {
      log.error({ err, emailId: parcel.email.emailId }, 'a result was not recorded')
    }
    parcel.finish()
  }

  return {
    add,
    withdraw(parcel) {
      const route = parcel.line
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

const noteOf = ({ transport, outcomes }: Outcomes): string =>
  `${transport.name} was down: ${outcomes[0]?.attempt.reply ?? 'no answer'}`

const isDown = (outcomes: readonly Outcome[]): boolean =>
  outcomes.every(one => one.kind === 'deferred' && one.because === 'destination' && !one.inDoubt)

function experienceOf(outcomes: readonly Outcome[]): 'good' | 'put off' | 'unwell' {
  if (outcomes.some(one => one.kind === 'deferred' && one.because === 'destination')) return 'unwell'
  return outcomes.some(one => one.kind !== 'deferred') ? 'good' : 'put off'
}

function forgetIdle(routes: Map<string, Route<Parcel>>, nowMs: number): void {
  for (const [name, route] of routes) {
    if (route.running === 0 && route.waiting.length === 0 && route.pausedUntil <= nowMs) routes.delete(name)
  }
}
