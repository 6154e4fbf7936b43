/**
 * What email and text messages share: a row is prepared, sent by the dispatcher and settled. What is slow goes on while the next
 * rows are taken; what has not begun after a while, and will not soon, is put back, so that it takes no room from others.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import { Stopping } from '#core/process/stopping.ts'
import { NeedsOperator, operatorPrefix } from '#core/refusal.ts'
import type { Span, TracePlace, Tracer } from '#core/tracing.ts'
import type { Channel, Hand } from '#engine/channel.ts'
import type { Held, WorkTable } from '#engine/work-table.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { isPassing } from '#postgres/outages/outage.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import type { Pauses } from './destination.ts'
import {
  type AnyOutcome,
  type Attempted,
  dispatcher,
  newTransmission,
  type Place,
  type Sent,
  type Transmission,
  type Transport,
} from './dispatch.ts'

import type { Knowledge } from './shared-knowledge.ts'
import { tracedAttempt } from './traced-attempt.ts'

/** Somebody else has the row by now: what this worker was about to do must not happen. */
export class Fenced extends Error {
  override name = 'Fenced'
}

export type Prepared<Row, Load, T, Result> = {
  send: readonly { load: Load; transports: readonly T[] }[]
  /** What has come to its end, or is put back, without being sent. */
  settled: readonly { row: Row; result: Result }[]
}

export type SendingParts<Row extends Held, Load extends object, T extends Transport, O extends AnyOutcome, Result> = {
  database: Database
  log: Logger
  table: WorkTable
  columns: RawBuilder<unknown>
  prepare(rows: readonly Row[]): Promise<Prepared<Row, Load, T, Result>>
  rowsOf(load: Load): readonly Row[]
  /** What shares connections and a pace, and how many at once that bears. */
  destinationOf(load: Load, transport: T): Place | Promise<Place>
  /** What goes first has the smaller number; each has its own line and its own pauses at a destination. */
  streamOf?(load: Load): number
  /** Whose it is. */
  tenantOf(load: Load): string
  /** Octets that it takes in memory while it is on the wire. */
  sizeOf(load: Load): number
  /** For the log. */
  describe(load: Load): object
  /** Throws Fenced when it is not ours any more. */
  send(load: Load, transport: T): Promise<readonly O[]>
  /** True when something may have left before an error. */
  mayHaveLeft?(load: Load): boolean
  /** What is to be written down, for each row of the load. */
  resultsOf(load: Load, sent: Sent<T, O>): readonly Result[]
  settle(tx: Tx, results: readonly Result[]): Promise<unknown>
  /** Nothing more will happen to it here. */
  ended?(load: Load): void
  /** Where the load is in a trace. */
  traceOf?(load: Load): TracePlace | null | undefined
  tracer?: Tracer | undefined
  attempted?: Attempted
  messagesAtOnce?: number
  knowledge?: Knowledge
  pauses?: Pauses
  /** What has a priority below this one has two fifths of the room to itself. */
  firstBelow?: number
  /** Before it is tried again, for what waited here in vain. */
  longestPutBackMs: number
  /** How long rows that have not begun are kept, four times at the most: for as long as it looks as if they will begin in that time. */
  patienceMs?: number
  /** How long stopping waits. What is on the wire then is taken over by others, who cannot know what became of it. */
  stopWithinMs?: number
}

/**
 * Results wait so long for others while many come: with 30 ms a worker took an eighth less processor time. Should it end, what they tell of is in doubt, so it is
 * not longer.
 */
const betweenResultsMs = 20
/** Held are more than the dispatcher has on the wire, so that one destination that is slow leaves room for others. */
const heldForEach = 2
const maxBatch = 200
const shortestPutBackMs = 1_000
/** A row that is put back is taken and prepared once more: where all are busy, that would be most of what they do. */
const maxPatience = 4

export function sendingChannel<
  Row extends Held,
  Load extends object,
  T extends Transport,
  O extends AnyOutcome,
  Result,
>(parts: SendingParts<Row, Load, T, O, Result>): Channel<Row> {
  /** `span`: from when it was taken until its result is written, where it is traced. */
  type Loaded = { load: Load; hand: Hand<Row>; span?: Span }
  const { tracer, database, log, rowsOf, patienceMs = 5_000, stopWithinMs = 20_000, messagesAtOnce = 500 } = parts
  const maxHeld = heldForEach * messagesAtOnce
  const stopping = new AbortController()
  const settleTogether = groupCommit<readonly Result[], undefined>(
    database,
    async (tx, groups) => {
      await parts.settle(tx, groups.flat())
      return groups.map(() => undefined)
    },
    // However many results there are, none is turned away.
    { maxWaiting: Number.POSITIVE_INFINITY, pauseMs: betweenResultsMs },
  )

  /** A result is kept until the database takes it: without it nobody could know whether the message has left. */
  async function write(hand: Hand<Row>, rows: readonly Row[], results: readonly Result[]): Promise<void> {
    try {
      await throughOutages(() => settleTogether(results))
    } finally {
      hand.drop(rows)
    }
  }

  async function conclude({ load, hand, span }: Loaded, sent: Sent<T, O>): Promise<void> {
    try {
      await write(hand, rowsOf(load), parts.resultsOf(load, unlessPassing(load, sent)))
    } finally {
      span?.end({ 'posthorn.result': sent.kind }, sent.kind === 'error' ? 'failed' : undefined)
      parts.ended?.(load)
    }
  }

  /** Nothing has left, and nothing is wrong with it. Where somebody else has a row by now, its result changes nothing. */
  function unlessPassing(load: Load, sent: Sent<T, O>): Sent<T, O> {
    if (sent.kind !== 'error') return sent
    const { error } = sent
    const isOurs = error instanceof Fenced || (isPassing(error) && !parts.mayHaveLeft?.(load))
    const waitsFor = error instanceof NeedsOperator ? `${operatorPrefix}${error.message}` : null
    if (isOurs) return { kind: 'put back', inMs: shortestPutBackMs, because: 'us', waitsFor }
    log.error({ err: error, ...parts.describe(load) }, 'a message could not be sent because of an error of ours')
    return sent
  }

  const queue = dispatcher<Loaded, T, O>({
    destinationOf: ({ load }, transport) => parts.destinationOf(load, transport),
    streamOf: ({ load }) => parts.streamOf?.(load) ?? 0,
    tenantOf: ({ load }) => parts.tenantOf(load),
    sizeOf: ({ load }) => parts.sizeOf(load),
    describe: ({ load }) => parts.describe(load),
    send: ({ load, span }, transport) =>
      tracer && span
        ? tracedAttempt(tracer, span, transport, () => parts.send(load, transport))
        : parts.send(load, transport),
    conclude,
    attempted: parts.attempted,
    maxAtOnce: messagesAtOnce,
    nowMs: () => performance.now(),
    log,
    knowledge: parts.knowledge,
    ...(parts.pauses && { pauses: parts.pauses }),
  })

  function spanOf(load: Load): { span?: Span } {
    const place = tracer && parts.traceOf?.(load)
    return tracer && place ? { span: tracer.startWithin(place, 'consume', `deliver ${parts.table.name}`) } : {}
  }

  /** Others that were taken with it may be on the wire, and must not be begun once more because of it. */
  const unrecorded = (err: unknown) => log.error({ err, table: parts.table.name }, 'a result was not recorded')

  async function letGo(transmissions: readonly Transmission<Loaded, T, O>[]): Promise<void> {
    const back = transmissions.flatMap(one => {
      const taken = queue.withdraw(one)
      if (taken === undefined) return []
      const { waitMs, waitsFor } = taken
      const inMs = Math.min(parts.longestPutBackMs, Math.max(shortestPutBackMs, waitMs))
      return [conclude(one, { kind: 'put back', inMs, because: 'us', waitsFor }).catch(unrecorded)]
    })
    await Promise.all(back)
  }

  return {
    table: parts.table,
    columns: parts.columns,
    maxHeld,
    maxBatch,
    ...(parts.firstBelow !== undefined && {
      reserved: { below: parts.firstBelow, room: Math.floor((maxHeld * 2) / 5) },
    }),
    async work(rows, hand) {
      const { send, settled } = await parts.prepare(rows)
      stopping.signal.throwIfAborted()
      const transmissions = send.map(({ load, transports }) =>
        newTransmission<Loaded, T, O>({ load, hand, ...spanOf(load) }, transports),
      )
      for (const one of transmissions) queue.add(one)
      await Promise.all(settled.map(({ row, result }) => write(hand, [row], [result]).catch(unrecorded)))
      let waiting = transmissions
      for (let times = 1; !(await allFinished(waiting, patienceMs, stopping.signal)); times++) {
        const leftMs = stopping.signal.aborted ? 0 : (maxPatience - times) * patienceMs
        const late = waiting.filter(one => leftMs === 0 || queue.waitOf(one) > leftMs)
        await letGo(late)
        if (leftMs === 0) break
        waiting = waiting.filter(one => !late.includes(one))
      }
    },
    stop: () => stopping.abort(new Stopping()),
    async drain() {
      const until = performance.now() + stopWithinMs
      while (queue.running > 0 && performance.now() < until) await pause(10)
    },
  }
}

/** False when it takes too long, or when there is no time left. */
async function allFinished(
  transmissions: readonly { readonly finished: Promise<void> }[],
  patienceMs: number,
  stopping: AbortSignal,
): Promise<boolean> {
  const timer = new AbortController()
  const late = pause(patienceMs, false, { signal: AbortSignal.any([timer.signal, stopping]) }).catch(() => false)
  const finished = await Promise.race([Promise.all(transmissions.map(one => one.finished)).then(() => true), late])
  timer.abort()
  return finished
}
