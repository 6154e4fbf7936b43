/**
 * Sends transmissions. A transmission is sent as a unit: a text message, or one email to those of its recipients that share a destination.
 * Each destination has its own queues, so a slow one does not delay others. A destination that fails is paused, and the next transport
 * is tried.
 */
import type { Logger } from 'pino'
import { withoutAddresses } from '#core/addresses/email-address.ts'
import {
  type Destination,
  isAllowed,
  isProven,
  learn,
  type Observation,
  type Pauses,
  type Queue,
  queueOf,
  takeAllowance,
  waitOf,
  wasOneTooMany,
} from './destination.ts'
import { knownDestinations, type Place } from './known-destinations.ts'
import { type Need, roomFor } from './room.ts'
import type { SharedDestinations } from './shared-destinations.ts'

/** A transport or a carrier. */
export type Transport = {
  readonly name: string
  /** True for transports without a real peer, which never need a pause. */
  readonly neverPaused?: true
  /**
   * Transports of one family reach the same peers. If a peer fails for one of them, the others do not try it: that would be evasion. If
   * one of them has only reached its cap there, another may send.
   */
  readonly family?: string
}

/** The part of an outcome that matters for the queue. */
export type AnyOutcome = { readonly attempt: { readonly reply?: string } } & (
  | { readonly kind: 'accepted' | 'rejected'; readonly pauses?: true }
  | {
      readonly kind: 'deferred'
      readonly because: DeferredBecause
      readonly inDoubt: boolean
      readonly refusal?: Refusal
    }
)

/** `message`: only this message. `pace`: the destination wants less for a while. `destination`: it accepts nothing. */
export type DeferredBecause = 'message' | 'pace' | 'destination'

/** For metrics: the outcome for each recipient, and the duration. */
export type Attempted = (transport: string, results: readonly AnyOutcome['kind'][], tookMs: number) => void

/** A refused connection: how many of ours were open then, and whether the peer said that it has too many. */
type Refusal = { readonly open: number; readonly busy: boolean }

type Progress<W extends Transport, O extends AnyOutcome> = {
  /** In order of preference. */
  readonly transports: readonly W[]
  /** The index of the first transport that has not been tried. */
  next: number
  /** The outcomes of the last transport tried, which was down. */
  tried: Outcomes<W, O> | undefined
  /** Where it waits. Undefined once it has started. */
  place: { destination: Destination<unknown>; queue: Queue<unknown> } | undefined
  /** Resolves when the dispatcher is done with it. */
  readonly finished: Promise<void>
  finish(): void
}

export type Transmission<Load extends object, W extends Transport, O extends AnyOutcome> = Load & Progress<W, O>

export function newTransmission<Load extends object, W extends Transport, O extends AnyOutcome>(
  load: Load,
  transports: readonly W[],
): Transmission<Load, W, O> {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { ...load, transports, next: 0, tried: undefined, place: undefined, finished: promise, finish: resolve }
}

type Outcomes<W extends Transport, O extends AnyOutcome> = {
  kind: 'outcomes'
  outcomes: readonly O[]
  transport: W
  /** The name of the destination. */
  at: string
  note?: string
}

export type Sent<W extends Transport, O extends AnyOutcome> =
  | Outcomes<W, O>
  /** Not tried: its destinations are paused, or we cannot continue now. */
  | { kind: 'put back'; inMs: number; because: 'destination' | 'us'; waitsFor: string | null }
  | { kind: 'error'; error: unknown }

export type DispatchOptions<Load extends object, W extends Transport, O extends AnyOutcome> = {
  /** The destination on this transport, and its capacity. */
  destinationOf(load: Load, transport: W): Place | Promise<Place>
  /** The most urgent stream has the smallest number. Each stream has its own queue and pauses at a destination. */
  streamOf?(load: Load): number
  tenantOf(load: Load): string
  /** The octets it uses in memory while it is sent. */
  sizeOf(load: Load): number
  /** For the log. */
  describe(load: Load): object
  /** Sends by one transport. Rejects only on unexpected errors. */
  send(transmission: Transmission<Load, W, O>, transport: W): Promise<readonly O[]>
  /** Called once for each transmission that was not withdrawn. */
  conclude(transmission: Transmission<Load, W, O>, sent: Sent<W, O>): Promise<void>
  attempted?: Attempted | undefined
  nowMs(): number
  log: Logger
  /** What workers share about destinations. */
  destinationState?: Pick<SharedDestinations, 'limitOf' | 'isFailing' | 'allow' | 'learned'> | undefined
  pauses?: Pauses
  /** Limits the connections and memory of one process. A single destination gets far fewer. */
  maxAtOnce?: number | undefined
}

/** How many messages of a capped destination are requested from its allowance at once. */
const maxAllowance = 20

/** The recent pace may only show that this worker is busy, while another worker is idle. */
const maxQueuedMs = 5_000

export type Dispatcher<P> = {
  add(transmission: P): void
  /** How long a transmission will still wait at the recent pace; 0 once it has started. */
  waitOf(transmission: P): number
  /**
   * Removes a transmission that has not started from its queue. Returns how long to delay it, and the destination it waits for, or null if
   * its destination would take one more.
   */
  withdraw(transmission: P): { waitMs: number; waitsFor: string | null } | undefined
  readonly running: number
}

export function dispatcher<Load extends object, W extends Transport, O extends AnyOutcome>({
  send,
  conclude,
  nowMs,
  log,
  destinationState,
  pauses,
  maxAtOnce = 500,
  ...options
}: DispatchOptions<Load, W, O>): Dispatcher<Transmission<Load, W, O>> {
  type P = Transmission<Load, W, O>
  const destinations = knownDestinations<P>(nowMs, pauses, destinationState)
  const room = roomFor(maxAtOnce)
  /** A queue waits for room, which the end of any transmission may free. */
  let isWaitingForRoom = false

  const streamOf = (transmission: P): number => options.streamOf?.(transmission) ?? 0

  /** Queues it for the first transport that is not paused. If all are, it is put back until the first pause ends. */
  function add(transmission: P, first = false): void {
    const places = transmission.transports.map(one => options.destinationOf(transmission, one))
    const known = places.filter((place): place is Place => !(place instanceof Promise))
    // Usually all are known, and nothing is awaited.
    if (known.length === places.length) addAt(transmission, known, first)
    else
      void Promise.all(places).then(
        found => addAt(transmission, found, first),
        (error: unknown) => finish(transmission, { kind: 'error', error }),
      )
  }

  function addAt(transmission: P, places: readonly Place[], first: boolean): void {
    const now = nowMs()
    let soonest = Number.POSITIVE_INFINITY
    let waitsFor: string | null = null
    const failing = new Set<string>()
    for (let nth = transmission.next; nth < transmission.transports.length; nth++) {
      // `as`: nth is within both lists.
      const transport = transmission.transports[nth] as W
      const destination = destinations.at(transport, places[nth] as Place)
      const queue = queueOf(destination, streamOf(transmission))
      if (queue.pausedUntil <= now && !(transport.family && failing.has(transport.family))) {
        transmission.next = nth
        transmission.place = { destination, queue }
        if (first) queue.waiting.unshift(transmission)
        else queue.waiting.push(transmission)
        pump(destination)
        return
      }
      if (transport.family && destination.cappedUntil <= now) failing.add(transport.family)
      if (queue.pausedUntil <= now) continue
      if (queue.pausedUntil - now < soonest) waitsFor = destination.name
      soonest = Math.min(soonest, queue.pausedUntil - now)
    }
    const back = { kind: 'put back', inMs: soonest, because: 'destination', waitsFor } as const
    void finish(transmission, transmission.tried ?? back)
  }

  function pump(destination: Destination<P>): void {
    for (const queue of destination.queues) {
      while (destination.running < destination.limit) {
        const transmission = queue.waiting[0]
        if (!transmission) break
        const need = needOf(transmission, destination)
        if (!room.has(need)) {
          isWaitingForRoom = true
          break
        }
        const isPaused = queue.pausedUntil > nowMs()
        if (!isPaused && destinationState && !isAllowed(destination, nowMs())) {
          void askForAllowance(destination, destinationState)
          break
        }
        queue.waiting.shift()
        transmission.place = undefined
        if (isPaused) add(transmission)
        else void run(transmission, destination, queue, need)
      }
    }
  }

  async function askForAllowance(destination: Destination<P>, from: Pick<SharedDestinations, 'allow'>): Promise<void> {
    const { caps, name, queues } = destination
    if (!caps || destination.isAllowanceAskedFor) return
    destination.isAllowanceAskedFor = true
    const waiting = queues.reduce((sum, queue) => sum + queue.waiting.length, 0)
    const allowance = await from.allow(name, caps, Math.min(maxAllowance, waiting))
    destination.isAllowanceAskedFor = false
    takeAllowance(destination, allowance, nowMs())
    if (allowance.count === 0) share(destination, undefined)
    pump(destination)
  }

  const needOf = (transmission: P, destination: Destination<P>): Need => ({
    isUrgent: streamOf(transmission) === 0,
    unprovenFor: isProven(destination) ? undefined : options.tenantOf(transmission),
    bytes: options.sizeOf(transmission),
  })

  /** Its connection is free as soon as it is sent, but it counts as running until its result is written. */
  async function run(transmission: P, destination: Destination<P>, queue: Queue<P>, need: Need): Promise<void> {
    destination.running++
    destination.allowance.left--
    const giveBack = room.take(need)
    const sent = await attempt(transmission, destination, queue)
    destination.running--
    if (!sent) add(transmission, true)
    pump(destination)
    if (sent) await finish(transmission, sent)
    giveBack()
    if (isWaitingForRoom) {
      isWaitingForRoom = false
      for (const one of destinations.all()) pump(one)
    }
  }

  /** Tries one transport. Undefined when it is queued again: the connection was one too many, or the transport is down and there is another. */
  async function attempt(
    transmission: P,
    destination: Destination<P>,
    queue: Queue<P>,
  ): Promise<Sent<W, O> | undefined> {
    const transport = transmission.transports[transmission.next] as W
    const begun = nowMs()
    let sent: Outcomes<W, O>
    try {
      const outcomes = await send(transmission, transport)
      const note = transmission.tried && noteOf(transmission.tried)
      sent = { kind: 'outcomes', outcomes, transport, at: destination.name, ...(note && { note }) }
    } catch (error) {
      return { kind: 'error', error }
    }
    const now = nowMs()
    const refusal = refusalOf(sent.outcomes)
    const before = stateOf(destination)
    const wasCrowded = refusal && !transport.neverPaused && wasOneTooMany(destination, { ...refusal, nowMs: now })
    const observed = transport.neverPaused ? 'good' : observationOf(sent.outcomes)
    if (!wasCrowded) {
      learn(destination, queue, { observed, tookMs: now - begun, nowMs: now })
      options.attempted?.(
        transport.name,
        sent.outcomes.map(one => one.kind),
        now - begun,
      )
    }
    const isWellAgain = observed === 'good' && destinationState?.isFailing(destination.name)
    if (stateOf(destination) !== before || isWellAgain) share(destination, sent.outcomes[0]?.attempt.reply)
    if (wasCrowded) return undefined
    const next = nextAfter(transmission)
    if (!isDown(sent.outcomes) || next === undefined) return sent
    log.debug({ transport: transport.name, ...options.describe(transmission) }, 'a transport is down, trying the next')
    transmission.tried = sent
    transmission.next = next
    return undefined
  }

  /** Shares a change with other workers: the limit of a destination, or that it fails or works again. */
  function share(destination: Destination<P>, reply: string | undefined): void {
    const { name, queues, ceiling, maxRunning, caps } = destination
    const failures = Math.max(0, ...queues.map(queue => queue.failures))
    const cappedForMs = destination.cappedUntil - nowMs()
    const cap = caps && cappedForMs > 0 ? { words: caps.words, forMs: cappedForMs } : undefined
    const trouble = failures > 0 ? { failures, reply: reply === undefined ? null : withoutAddresses(reply) } : undefined
    destinationState?.learned({ name, trouble, cap, own: ceiling < maxRunning ? ceiling : null })
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
    waitOf({ place }) {
      if (!place) return 0
      const { paused, queued } = waitOf(place.destination, place.queue, nowMs())
      return paused + queued
    },
    withdraw(transmission) {
      if (!transmission.place) return undefined
      const { destination, queue } = transmission.place
      const { paused, queued } = waitOf(destination, queue, nowMs())
      const waitMs = paused + Math.min(maxQueuedMs, queued)
      queue.waiting.splice(queue.waiting.indexOf(transmission), 1)
      transmission.place = undefined
      transmission.finish()
      const isUs = paused === 0 && destination.running < destination.limit
      return { waitMs, waitsFor: isUs ? null : destination.name }
    },
    get running() {
      return room.running
    },
  }
}

/** The index of the next transport of another family. */
function nextAfter({ transports, next }: Progress<Transport, AnyOutcome>): number | undefined {
  const family = transports[next]?.family
  const after = transports.findIndex((one, nth) => nth > next && (family === undefined || one.family !== family))
  return after === -1 ? undefined : after
}

const noteOf = ({ transport, outcomes }: Outcomes<Transport, AnyOutcome>): string =>
  `${transport.name} was down: ${outcomes[0]?.attempt.reply ?? 'no answer'}`

/** Changes when other workers should be told. */
const stateOf = ({ ceiling, queues }: Destination<unknown>): string =>
  `${ceiling} ${queues.map(queue => queue.failures).join(' ')}`

const isDown = (outcomes: readonly AnyOutcome[]): boolean =>
  outcomes.every(one => one.kind === 'deferred' && one.because === 'destination' && !one.inDoubt)

/** A refused connection is the same for all recipients, so the first outcome is enough. */
const refusalOf = ([first]: readonly AnyOutcome[]): Refusal | undefined =>
  first?.kind === 'deferred' ? first.refusal : undefined

function observationOf(outcomes: readonly AnyOutcome[]): Observation {
  const heard = new Set(outcomes.map(one => (one.kind === 'deferred' ? one.because : one.pauses ? 'pace' : 'good')))
  if (heard.has('destination')) return 'unavailable'
  if (heard.has('pace')) return 'throttled'
  return heard.has('good') ? 'good' : 'deferred'
}
