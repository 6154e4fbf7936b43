/**
 * Sends transmissions. A transmission is what travels together: recipients of one email that share a destination, or a text
 * message. Each destination has its own queue, so a slow one holds up nobody else; an unwell one is left alone for a while, and the
 * next transport is tried.
 */
import type { Logger } from 'pino'
import { type Destination, learn, newDestination, type Pauses, waitOf } from './destination.ts'

/** A transport or a carrier. */
export type Transport = {
  readonly name: string
  /** There is nobody at the far side to be spared, whatever the outcomes. */
  readonly neverPaused?: true
}

/** As much of an outcome as matters for the queue. */
export type AnyOutcome = { readonly attempt: { readonly reply?: string } } & (
  | { readonly kind: 'accepted' | 'rejected' }
  | { readonly kind: 'deferred'; readonly because: 'destination' | 'message'; readonly inDoubt: boolean }
)

type Ticket<W extends Transport, O extends AnyOutcome> = {
  /** In order of preference. */
  readonly transports: readonly W[]
  /** The first of them that has not been tried. */
  next: number
  /** What the last one that was tried made of it: it was down. */
  tried: Outcomes<W, O> | undefined
  /** The queue that it waits in; none once it has begun. */
  queue: Destination<unknown> | undefined
  /** Resolves when nothing more will happen to it here. */
  readonly finished: Promise<void>
  finish(): void
}

export type Transmission<Load extends object, W extends Transport, O extends AnyOutcome> = Load & Ticket<W, O>

export function newTransmission<Load extends object, W extends Transport, O extends AnyOutcome>(
  load: Load,
  transports: readonly W[],
): Transmission<Load, W, O> {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { ...load, transports, next: 0, tried: undefined, queue: undefined, finished: promise, finish: resolve }
}

type Outcomes<W extends Transport, O extends AnyOutcome> = {
  kind: 'outcomes'
  outcomes: readonly O[]
  transport: W
  note?: string
}

export type Sent<W extends Transport, O extends AnyOutcome> =
  | Outcomes<W, O>
  /** It was not tried: its destinations are paused, or we cannot go on now. */
  | { kind: 'put back'; inMs: number; because: 'destination' | 'us' }
  | { kind: 'error'; error: unknown }

export type DispatchOptions<Load extends object, W extends Transport, O extends AnyOutcome> = {
  /** What shares connections and a pace on this transport, and how many at once that bears. */
  destinationOf(load: Load, transport: W): { name: string; maxRunning: number }
  /** Octets that it takes in memory while it is on the wire. */
  sizeOf(load: Load): number
  /** For the log. */
  describe(load: Load): object
  /** Sends by one transport; rejects with what nobody foresaw. */
  send(transmission: Transmission<Load, W, O>, transport: W): Promise<readonly O[]>
  /** Called once for each transmission that was not withdrawn. */
  conclude(transmission: Transmission<Load, W, O>, sent: Sent<W, O>): Promise<void>
  nowMs(): number
  log: Logger
  pauses?: Pauses
}

// Connections and memory of one process; a single destination has far fewer.
const maxAtOnce = 500
const maxBytes = 128 * 1024 * 1024

export type Dispatcher<P> = {
  add(transmission: P): void
  /** Takes a transmission that has not begun out of its queue, and says how long it would have waited; undefined when it has. */
  withdraw(transmission: P): number | undefined
  readonly running: number
}

export function dispatcher<Load extends object, W extends Transport, O extends AnyOutcome>({
  send,
  conclude,
  nowMs,
  log,
  pauses,
  ...options
}: DispatchOptions<Load, W, O>): Dispatcher<Transmission<Load, W, O>> {
  type P = Transmission<Load, W, O>
  const destinations = new Map<string, Destination<P>>()
  let running = 0
  let bytes = 0
  /** Somebody waits for room that any other may give back. */
  let isCrowded = false

  const destinationOf = (transport: W, transmission: P): Destination<P> => {
    const { name, maxRunning } = options.destinationOf(transmission, transport)
    const key = `${transport.name} ${name}`
    const known = destinations.get(key)
    if (known) return known
    if (destinations.size >= 10_000) forgetIdle(destinations, nowMs())
    const destination = newDestination<P>(key, maxRunning, pauses)
    destinations.set(key, destination)
    return destination
  }

  /** Into the queue of the first transport that is well. When none is, it goes back until the first of them may be. */
  function add(transmission: P): void {
    const now = nowMs()
    let soonest = Number.POSITIVE_INFINITY
    for (let nth = transmission.next; nth < transmission.transports.length; nth++) {
      // `as`: nth is within the list.
      const destination = destinationOf(transmission.transports[nth] as W, transmission)
      if (destination.pausedUntil <= now) {
        transmission.next = nth
        transmission.queue = destination
        destination.waiting.push(transmission)
        pump(destination)
        return
      }
      soonest = Math.min(soonest, destination.pausedUntil - now)
    }
    void finish(transmission, transmission.tried ?? { kind: 'put back', inMs: soonest, because: 'destination' })
  }

  function pump(destination: Destination<P>): void {
    while (destination.running < destination.limit) {
      const transmission = destination.waiting[0]
      if (!transmission) return
      if (running >= maxAtOnce || (bytes > 0 && bytes + options.sizeOf(transmission) > maxBytes)) {
        isCrowded = true
        return
      }
      destination.waiting.shift()
      transmission.queue = undefined
      if (destination.pausedUntil > nowMs()) add(transmission)
      else void run(transmission, destination)
    }
  }

  /** Its place is free as soon as it is off the wire; it counts until its result is written down. */
  async function run(transmission: P, destination: Destination<P>): Promise<void> {
    const size = options.sizeOf(transmission)
    destination.running++
    running++
    bytes += size
    const sent = await attempt(transmission, destination)
    destination.running--
    if (!sent) add(transmission)
    pump(destination)
    if (sent) await finish(transmission, sent)
    bytes -= size
    running--
    if (isCrowded) {
      isCrowded = false
      for (const one of destinations.values()) pump(one)
    }
  }

  /** By one transport; undefined when that is down and there is another. */
  async function attempt(transmission: P, destination: Destination<P>): Promise<Sent<W, O> | undefined> {
    const transport = transmission.transports[transmission.next] as W
    const begun = nowMs()
    let sent: Outcomes<W, O>
    try {
      const outcomes = await send(transmission, transport)
      sent = { kind: 'outcomes', outcomes, transport, ...(transmission.tried && { note: noteOf(transmission.tried) }) }
    } catch (error) {
      return { kind: 'error', error }
    }
    learn(destination, transport.neverPaused ? 'good' : experienceOf(sent.outcomes), nowMs() - begun, nowMs())
    if (!isDown(sent.outcomes) || transmission.next === transmission.transports.length - 1) return sent
    log.warn({ transport: transport.name, ...options.describe(transmission) }, 'a transport is down, trying the next')
    transmission.tried = sent
    transmission.next++
    return undefined
  }

  async function finish(transmission: P, sent: Sent<W, O>): Promise<void> {
    try {
      await conclude(transmission, sent)
    } catch (err) {
      log.error({ err, ...options.describe(transmission) }, 'a result was not recorded')
    }
    transmission.finish()
  }

  return {
    add,
    withdraw(transmission) {
      // `as`: only queues of transmissions are made here.
      const destination = transmission.queue as Destination<P> | undefined
      if (!destination) return undefined
      const wait = waitOf(destination, nowMs())
      destination.waiting.splice(destination.waiting.indexOf(transmission), 1)
      transmission.queue = undefined
      transmission.finish()
      return wait
    },
    get running() {
      return running
    },
  }
}

const noteOf = ({ transport, outcomes }: Outcomes<Transport, AnyOutcome>): string =>
  `${transport.name} was down: ${outcomes[0]?.attempt.reply ?? 'no answer'}`

const isDown = (outcomes: readonly AnyOutcome[]): boolean =>
  outcomes.every(one => one.kind === 'deferred' && one.because === 'destination' && !one.inDoubt)

function experienceOf(outcomes: readonly AnyOutcome[]): 'good' | 'put off' | 'unwell' {
  if (outcomes.some(one => one.kind === 'deferred' && one.because === 'destination')) return 'unwell'
  return outcomes.some(one => one.kind !== 'deferred') ? 'good' : 'put off'
}

function forgetIdle(destinations: Map<string, Destination<unknown>>, nowMs: number): void {
  for (const [name, destination] of destinations) {
    if (destination.running === 0 && destination.waiting.length === 0 && destination.pausedUntil <= nowMs)
      destinations.delete(name)
  }
}
