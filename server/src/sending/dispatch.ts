/**
 * Sends transmissions. A transmission is what travels together: recipients of one email that share a destination, or a text
 * message. Each destination has its own queue, so a slow one holds up nobody else; one that is away is left alone for a while, and
 * the next transport is tried.
 */
import type { Logger } from 'pino'
import { withoutAddresses } from '#core/addresses/email-address.ts'
import {
  adopt,
  type Bears,
  type Destination,
  type Experience,
  isAllowed,
  isCrowded,
  isProven,
  type Line,
  learn,
  lineOf,
  newDestination,
  type Pauses,
  takeAllowance,
  waitOf,
} from './destination.ts'
import type { Knowledge } from './shared-knowledge.ts'

/** A transport or a carrier. */
export type Transport = {
  readonly name: string
  /** There is nobody at the far side to be spared, whatever the outcomes. */
  readonly neverPaused?: true
  /**
   * Transports with the same word here reach the same peers. When a peer fails, another of them does not go there in its place: that would
   * be evading. When it only has had all that it gets from one, another may.
   */
  readonly family?: string
}

/** As much of an outcome as matters for the queue. */
export type AnyOutcome = { readonly attempt: { readonly reply?: string } } & (
  | { readonly kind: 'accepted' | 'rejected'; readonly pauses?: true }
  | {
      readonly kind: 'deferred'
      readonly because: PutOffBecause
      readonly inDoubt: boolean
      readonly refusal?: Refusal
    }
)

/** `message`: this one alone. `pace`: the destination wants less for a while. `destination`: it talks to nobody. */
export type PutOffBecause = 'message' | 'pace' | 'destination'

/** For whoever counts: what became of each recipient, and how long it took. */
export type Attempted = (transport: string, results: readonly AnyOutcome['kind'][], tookMs: number) => void

/** A connection was not taken: how many of ours were open then, and whether the peer said itself that it has too many. */
type Refusal = { readonly open: number; readonly busy: boolean }

type Ticket<W extends Transport, O extends AnyOutcome> = {
  /** In order of preference. */
  readonly transports: readonly W[]
  /** The first of them that has not been tried. */
  next: number
  /** What the last one that was tried made of it: it was down. */
  tried: Outcomes<W, O> | undefined
  /** Where it waits; nowhere once it has begun. */
  place: { destination: Destination<unknown>; line: Line<unknown> } | undefined
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
  /** It was not tried: its destinations are paused, or we cannot go on now. */
  | { kind: 'put back'; inMs: number; because: 'destination' | 'us'; waitsFor: string | null }
  | { kind: 'error'; error: unknown }

export type DispatchOptions<Load extends object, W extends Transport, O extends AnyOutcome> = {
  /** What shares connections and a pace on this transport, and how many at once that bears. */
  destinationOf(load: Load, transport: W): Place | Promise<Place>
  /** What goes first has the smaller number. Each has its own line and its own pauses at a destination. */
  streamOf?(load: Load): number
  /** Whose it is: of the places for destinations that nothing is known of, one has no more than half. */
  tenantOf(load: Load): string
  /** Octets that it takes in memory while it is on the wire. */
  sizeOf(load: Load): number
  /** For the log. */
  describe(load: Load): object
  /** Sends by one transport; rejects with what nobody foresaw. */
  send(transmission: Transmission<Load, W, O>, transport: W): Promise<readonly O[]>
  /** Called once for each transmission that was not withdrawn. */
  conclude(transmission: Transmission<Load, W, O>, sent: Sent<W, O>): Promise<void>
  attempted?: Attempted | undefined
  nowMs(): number
  log: Logger
  /** What others know of destinations, and what they are told. */
  knowledge?: Pick<Knowledge, 'limitOf' | 'isFailing' | 'allow' | 'learned'> | undefined
  pauses?: Pauses
  /** A limit for the connections and the memory of one process; a single destination has far fewer. */
  maxAtOnce?: number | undefined
}

/**
 * So many places are left for the first stream when others have all that they may have, and as many for destinations that have proven themselves:
 * hundreds that accept a connection and say nothing hold theirs for five minutes.
 */
const reserved = (maxAtOnce: number) => Math.floor(maxAtOnce / 5)

export type Place = Bears & { name: string }

const maxBytes = 128 * 1024 * 1024
/** Of a destination with caps, asked for at once. */
const largestAllowance = 20

/** The pace of late may be that of a busy moment of ours, and another worker may have nothing to do. */
const longestInLineMs = 5_000

export type Dispatcher<P> = {
  add(transmission: P): void
  /** How long one that has not begun will still wait, at the pace of late; 0 for one that has. */
  waitOf(transmission: P): number
  /**
   * Takes a transmission that has not begun out of its queue, and says how long it should be left alone, and whom it waits for: nobody but us where
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
  knowledge,
  pauses,
  maxAtOnce = 500,
  ...options
}: DispatchOptions<Load, W, O>): Dispatcher<Transmission<Load, W, O>> {
  type P = Transmission<Load, W, O>
  const destinations = new Map<string, Destination<P>>()
  const signs = new WeakMap<W, number>()
  let lastSign = 0
  let running = 0
  /** To destinations that have not proven themselves, and of which tenant. */
  let runningUnproven = 0
  const unprovenOf = new Map<string, number>()
  let bytes = 0
  /** Somebody waits for room that any other may give back. */
  let isCrowdedHere = false

  const destinationNamed = (transport: W, { name, ...bears }: Place): Destination<P> => {
    const key = name === transport.name ? name : `${transport.name} ${name}`
    // A transport that has taken the place of one of the same name begins anew: another password may be all that was wrong.
    const own = `${signOfTransport(transport)} ${key}`
    const destination = destinations.get(own) ?? newDestination<P>(key, bears, pauses)
    if (!destinations.has(own)) {
      if (destinations.size >= 10_000) forgetIdle(destinations, nowMs())
      destinations.set(own, destination)
    }
    destination.caps = bears.caps
    const limit = knowledge?.limitOf(key)
    if (limit !== undefined && limit < destination.ceiling) adopt(destination, limit, nowMs())
    return destination
  }

  function signOfTransport(transport: W): number {
    const sign = signs.get(transport) ?? ++lastSign
    signs.set(transport, sign)
    return sign
  }

  const streamOf = (transmission: P): number => options.streamOf?.(transmission) ?? 0

  /** Into the queue of the first transport that is well. When none is, it goes back until the first of them may be. */
  function add(transmission: P, first = false): void {
    const places = transmission.transports.map(one => options.destinationOf(transmission, one))
    const known = places.filter((place): place is Place => !(place instanceof Promise))
    // Mostly all are known, and then nothing waits for anything.
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
      const destination = destinationNamed(transport, places[nth] as Place)
      const line = lineOf(destination, streamOf(transmission))
      if (line.pausedUntil <= now && !(transport.family && failing.has(transport.family))) {
        transmission.next = nth
        transmission.place = { destination, line }
        if (first) line.waiting.unshift(transmission)
        else line.waiting.push(transmission)
        pump(destination)
        return
      }
      if (transport.family && destination.cappedUntil <= now) failing.add(transport.family)
      if (line.pausedUntil <= now) continue
      if (line.pausedUntil - now < soonest) waitsFor = destination.name
      soonest = Math.min(soonest, line.pausedUntil - now)
    }
    const back = { kind: 'put back', inMs: soonest, because: 'destination', waitsFor } as const
    void finish(transmission, transmission.tried ?? back)
  }

  function pump(destination: Destination<P>): void {
    for (const line of destination.lines) {
      while (destination.running < destination.limit) {
        const transmission = line.waiting[0]
        if (!transmission) break
        if (!hasRoom(transmission, destination)) {
          isCrowdedHere = true
          break
        }
        const isPaused = line.pausedUntil > nowMs()
        if (!isPaused && knowledge && !isAllowed(destination, nowMs())) {
          void askForAllowance(destination, knowledge)
          break
        }
        line.waiting.shift()
        transmission.place = undefined
        if (isPaused) add(transmission)
        else void run(transmission, destination, line)
      }
    }
  }

  async function askForAllowance(destination: Destination<P>, from: Pick<Knowledge, 'allow'>): Promise<void> {
    const { caps, name, lines } = destination
    if (!caps || destination.isAllowanceAskedFor) return
    destination.isAllowanceAskedFor = true
    const waiting = lines.reduce((sum, line) => sum + line.waiting.length, 0)
    const allowance = await from.allow(name, caps, Math.min(largestAllowance, waiting))
    destination.isAllowanceAskedFor = false
    takeAllowance(destination, allowance, nowMs())
    if (allowance.count === 0) tell(destination, undefined)
    pump(destination)
  }

  function hasRoom(transmission: P, destination: Destination<P>): boolean {
    const most = streamOf(transmission) === 0 ? maxAtOnce : maxAtOnce - reserved(maxAtOnce)
    if (!isProven(destination)) {
      const room = most - reserved(maxAtOnce)
      const own = unprovenOf.get(options.tenantOf(transmission)) ?? 0
      if (runningUnproven >= room || own >= Math.ceil(room / 2)) return false
    }
    return running < most && (bytes === 0 || bytes + options.sizeOf(transmission) <= maxBytes)
  }

  function countUnproven(tenant: string | undefined, by: 1 | -1): void {
    if (tenant === undefined) return
    const own = (unprovenOf.get(tenant) ?? 0) + by
    runningUnproven += by
    if (own > 0) unprovenOf.set(tenant, own)
    else unprovenOf.delete(tenant)
  }

  /** Its place is free as soon as it is off the wire; it counts until its result is written down. */
  async function run(transmission: P, destination: Destination<P>, line: Line<P>): Promise<void> {
    const size = options.sizeOf(transmission)
    const unprovenFor = isProven(destination) ? undefined : options.tenantOf(transmission)
    destination.running++
    destination.allowance.left--
    running++
    countUnproven(unprovenFor, 1)
    bytes += size
    const sent = await attempt(transmission, destination, line)
    destination.running--
    if (!sent) add(transmission, true)
    pump(destination)
    if (sent) await finish(transmission, sent)
    bytes -= size
    running--
    countUnproven(unprovenFor, -1)
    if (isCrowdedHere) {
      isCrowdedHere = false
      for (const one of destinations.values()) pump(one)
    }
  }

  /** By one transport; undefined when it goes into a queue again: it was not let in, or this transport is away and there is another. */
  async function attempt(transmission: P, destination: Destination<P>, line: Line<P>): Promise<Sent<W, O> | undefined> {
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
    const before = signOf(destination)
    const wasCrowded = refusal && !transport.neverPaused && isCrowded(destination, { ...refusal, nowMs: now })
    const experience = transport.neverPaused ? 'good' : experienceOf(sent.outcomes)
    if (!wasCrowded) {
      learn(destination, line, { experience, tookMs: now - begun, nowMs: now })
      options.attempted?.(
        transport.name,
        sent.outcomes.map(one => one.kind),
        now - begun,
      )
    }
    const isWellAgain = experience === 'good' && knowledge?.isFailing(destination.name)
    if (signOf(destination) !== before || isWellAgain) tell(destination, sent.outcomes[0]?.attempt.reply)
    if (wasCrowded) return undefined
    const next = nextAfter(transmission)
    if (!isDown(sent.outcomes) || next === undefined) return sent
    log.debug({ transport: transport.name, ...options.describe(transmission) }, 'a transport is down, trying the next')
    transmission.tried = sent
    transmission.next = next
    return undefined
  }

  /** Others are told what has changed: its limit, or that it fails or is well again. */
  function tell(destination: Destination<P>, reply: string | undefined): void {
    const { name, lines, ceiling, maxRunning, caps } = destination
    const failures = Math.max(0, ...lines.map(line => line.strikes))
    const cappedForMs = destination.cappedUntil - nowMs()
    const cap = caps && cappedForMs > 0 ? { words: caps.words, forMs: cappedForMs } : undefined
    const trouble = failures > 0 ? { failures, reply: reply === undefined ? null : withoutAddresses(reply) } : undefined
    knowledge?.learned({ name, trouble, cap, own: ceiling < maxRunning ? ceiling : null })
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
      const { paused, inLine } = waitOf(place.destination, place.line, nowMs())
      return paused + inLine
    },
    withdraw(transmission) {
      if (!transmission.place) return undefined
      const { destination, line } = transmission.place
      const { paused, inLine } = waitOf(destination, line, nowMs())
      const waitMs = paused + Math.min(longestInLineMs, inLine)
      line.waiting.splice(line.waiting.indexOf(transmission), 1)
      transmission.place = undefined
      transmission.finish()
      const isUs = paused === 0 && destination.running < destination.limit
      return { waitMs, waitsFor: isUs ? null : destination.name }
    },
    get running() {
      return running
    },
  }
}

/** The next transport that goes elsewhere. */
function nextAfter({ transports, next }: Ticket<Transport, AnyOutcome>): number | undefined {
  const family = transports[next]?.family
  const after = transports.findIndex((one, nth) => nth > next && (family === undefined || one.family !== family))
  return after === -1 ? undefined : after
}

const noteOf = ({ transport, outcomes }: Outcomes<Transport, AnyOutcome>): string =>
  `${transport.name} was down: ${outcomes[0]?.attempt.reply ?? 'no answer'}`

/** Changes with whatever others should know. */
const signOf = ({ ceiling, lines }: Destination<unknown>): string =>
  `${ceiling} ${lines.map(line => line.strikes).join(' ')}`

const isDown = (outcomes: readonly AnyOutcome[]): boolean =>
  outcomes.every(one => one.kind === 'deferred' && one.because === 'destination' && !one.inDoubt)

/** All of them stand before the same closed door. */
const refusalOf = ([first]: readonly AnyOutcome[]): Refusal | undefined =>
  first?.kind === 'deferred' ? first.refusal : undefined

function experienceOf(outcomes: readonly AnyOutcome[]): Experience {
  const heard = new Set(outcomes.map(one => (one.kind === 'deferred' ? one.because : one.pauses ? 'pace' : 'good')))
  if (heard.has('destination')) return 'away'
  if (heard.has('pace')) return 'too fast'
  return heard.has('good') ? 'good' : 'put off'
}

function forgetIdle(destinations: Map<string, Destination<unknown>>, nowMs: number): void {
  for (const [name, { running, lines }] of destinations) {
    const isIdle = running === 0 && lines.every(line => line.waiting.length === 0 && line.pausedUntil <= nowMs)
    if (isIdle) destinations.delete(name)
  }
}
